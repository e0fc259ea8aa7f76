/** Stubs of Durable Objects. */

/**
 * The calls of the object with this name. A new stub at each call, since one may die with its object.
 * The one cast of the house: what the platform makes of the types adds only its own wrappings.
 */
export const callsOf = <C>(namespace: DurableObjectNamespace, name: string): C =>
  namespace.getByName(name) as unknown as C;
