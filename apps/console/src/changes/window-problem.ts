/** The problem of a window, for the field of its end. Both times are optional. */
export function windowProblem(start: string, end: string): string | undefined {
  if (start === "" && end === "") return undefined;
  if (start === "") return "From when? A window has both times.";
  if (end === "") return "Until when? A window has both times.";
  return Date.parse(end) > Date.parse(start) ? undefined : "The end must be after the start.";
}
