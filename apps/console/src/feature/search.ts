/** Search parameters are plain words in the address (`?status=open,triggered`), so that people can read and write links. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  // These are legal in a query. Encoding them would make links hard to read.
  const text = query.toString().replace(/%(2C|3A|40|28|29|3D|21|7E|2F)/g, (code) => decodeURIComponent(code));
  return text ? `?${text}` : "";
}

/** Keeps the parameters that a page knows and drops the others. */
export function plainSearch<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [N in Name]?: string | undefined } => {
    const known: { [N in Name]?: string | undefined } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === "string" && value !== "") known[name] = value;
    }
    return known;
  };
}
