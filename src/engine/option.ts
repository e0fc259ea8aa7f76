/** One rule option as data: its name, what it takes, its default, and one sentence on what it means. */

export type OptionSpec =
  | { kind: "choice"; values: readonly string[] }
  | { kind: "flag" }
  | { kind: "integer"; min: number; max: number }
  | { kind: "integers"; length: number; min: number; max: number }
  | { kind: "choices"; values: readonly string[]; min: number; max: number };

export interface RuleOption {
  /** Dotted where the option stands in a group (`doubling.order`). */
  name: string;
  spec: OptionSpec;
  /** `undefined` for what only mode practice has. */
  default: string | number | boolean | readonly number[] | undefined;
  meaning: string;
  /** Set for what a request may not say beside mode practice. */
  notInPractice?: true;
}

/** What a value of an option looks like. */
export type ValueOf<Spec extends OptionSpec> = Spec extends { kind: "choice"; values: readonly (infer Value)[] }
  ? Value
  : Spec extends { kind: "choices"; values: readonly (infer Value)[] }
    ? Value[]
    : Spec extends { kind: "flag" }
      ? boolean
      : Spec extends { kind: "integer" }
        ? number
        : number[];
