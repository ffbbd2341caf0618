/** The problem of a window, for the field of its end. Both times are optional. */
export function windowProblem(start: string, end: string): string | undefined {
  if (start === "" && end === "") return undefined;
  if (start === "") return "Enter a start time.";
  if (end === "") return "Enter an end time.";
  return Date.parse(end) > Date.parse(start) ? undefined : "The end must be after the start.";
}
