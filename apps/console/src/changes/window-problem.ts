/** What is wrong with a window, in words for the field of its end; both times may be left open. */
export function windowProblem(start: string, end: string): string | undefined {
  if (start === "" && end === "") return undefined;
  if (start === "") return "From when? A window has both times.";
  if (end === "") return "Until when? A window has both times.";
  return Date.parse(end) > Date.parse(start) ? undefined : "The end must be after the start.";
}
