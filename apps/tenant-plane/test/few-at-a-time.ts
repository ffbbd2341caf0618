/** Creates many records, a few at a time: a tenant that sends dozens of requests at once to a slow machine is asked to come back later. */
export async function fewAtATime<T>(count: number, create: (index: number) => Promise<T>): Promise<T[]> {
  const created: T[] = [];
  for (let start = 0; start < count; start += 5)
    created.push(
      ...(await Promise.all(Array.from({ length: Math.min(5, count - start) }, (_, step) => create(start + step)))),
    );
  return created;
}
