/** Maximum nesting of a JSON body. Validators and serializers recurse, so deeper nesting could exhaust the stack. */
export const maxDepth = 64;

/** True when objects and arrays are nested deeper than the limit. Iterates by level, so no depth exhausts the stack. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level = containersIn([value]);
  for (let depth = 0; depth < limit && level.length > 0; depth++) level = level.flatMap(containersIn);
  return level.length > 0;
}

function containersIn(holder: object): object[] {
  const found: object[] = [];
  for (const value of Array.isArray(holder) ? holder : Object.values(holder))
    if (typeof value === "object" && value !== null) found.push(value);
  return found;
}
