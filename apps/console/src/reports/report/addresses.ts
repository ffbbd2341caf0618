const shape = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;.]+$/;

/** The first of the addresses that cannot be one; undefined when all can. */
export function wrongAddress(addresses: readonly string[]): string | undefined {
  return addresses.find((address) => !shape.test(address));
}

/** Pasted addresses such as `Ann Lee <ann@example.com>` without the names, each once, in lower case. */
export function plainAddresses(written: readonly string[]): string[] {
  return [...new Set(written.map((each) => (/<([^>]+)>/.exec(each)?.[1] ?? each).trim().toLowerCase()))].filter(
    Boolean,
  );
}
