/** Which methods each path takes: for 405 with Allow, and for OPTIONS. Hono itself tells only what it found. */

interface RegisteredRoute {
  method: string;
  path: string;
}

/** A function from a path to its methods, empty for an unknown path; made from the routes of an app. */
export function methodsOf(routes: readonly RegisteredRoute[]): (path: string) => string[] {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { method, path } of routes) {
    if (method === "ALL") continue;
    const entry = patterns.get(path) ?? { pattern: patternOf(path), methods: new Set() };
    entry.methods.add(method);
    patterns.set(path, entry);
  }
  return (path) => {
    const methods = new Set<string>();
    for (const entry of patterns.values())
      if (entry.pattern.test(path)) for (const method of entry.methods) methods.add(method);
    if (methods.size === 0) return [];
    if (methods.has("GET")) methods.add("HEAD");
    return [...methods.add("OPTIONS")].sort();
  };
}

/** Routes have literal parts and `:name` parts only. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split("/")
      .map((part) => (part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
      .join("/")}$`,
  );
