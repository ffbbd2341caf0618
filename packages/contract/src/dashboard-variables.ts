import { allValues } from "./dashboard-layout.ts";
import { own } from "./own.ts";

/** The chosen values of variables by name. */
export type ChosenValues = Readonly<Record<string, readonly string[]>>;

const mention = /\$(?:\{([a-z][a-z0-9_]*)\}|([a-z][a-z0-9_]*))/g;

/** Replaces `$name` and `${name}`. What is no variable stays as it is. */
export function withVariables(
  text: string,
  chosen: ChosenValues,
  write: (values: readonly string[]) => string = spoken,
): string {
  return text.replace(mention, (whole, braced: string | undefined, plain: string | undefined) => {
    const values = own(chosen, braced ?? plain ?? "");
    return values ? write(values) : whole;
  });
}

function spoken(values: readonly string[]): string {
  return values.includes(allValues) ? "All" : values.join(", ");
}

/** The name of the variable that the text consists of; undefined when it has anything else. */
export function soleVariable(text: string): string | undefined {
  return /^\$(?:\{([a-z][a-z0-9_]*)\}|([a-z][a-z0-9_]*))$/.exec(text.trim())?.slice(1).find(Boolean);
}
