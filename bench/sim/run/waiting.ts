/** Takes one out of those that wait. False: it does not wait. */
export function leave(waiting: (() => void)[], begin: () => void): boolean {
  const at = waiting.indexOf(begin);
  if (at >= 0) waiting.splice(at, 1);
  return at >= 0;
}
