const longest = 40;

/** The id that is suggested for an organization: `Müller & Söhne GmbH` becomes `muller-sohne-gmbh`. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, longest)
    .replace(/-+$/, "");
}

export function isSlug(id: string): boolean {
  return /^[a-z][a-z0-9-]{1,62}$/.test(id);
}
