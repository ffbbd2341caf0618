type ReferencePage = "/incidents/$reference" | "/changes/$reference" | "/requests/$reference";

interface Meant {
  to: ReferencePage;
  reference: string;
}

const pages: Record<string, ReferencePage> = {
  INC: "/incidents/$reference",
  CHG: "/changes/$reference",
  REQ: "/requests/$reference",
};

/** The record that a person means by `CHG-00000042`, `inc 42` or `#42` (an incident); undefined when the text is something else. */
export function referenceIn(text: string): Meant | undefined {
  const [, letters = "INC", digits] = /^(?:(inc|chg|req)[-\s]?|#)0*(\d{1,12})$/i.exec(text.trim()) ?? [];
  const to = pages[letters.toUpperCase()];
  return digits && to ? { to, reference: `${letters.toUpperCase()}-${digits.padStart(8, "0")}` } : undefined;
}
