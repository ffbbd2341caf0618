/** A message to one person, independent of the channel. */
export interface Letter {
  to: { name: string; address: string };
  /** Equal for every attempt, so that a mail system can detect duplicates. */
  messageId: string;
  subject: string;
  /** Paragraphs. */
  lines: readonly string[];
  /** Label and value, shown as a small table. */
  facts?: Facts;
  /** Facts under headings. */
  sections?: readonly { title: string; facts: Facts }[];
  /** The link to the next action. */
  action?: { label: string; url: string };
  /** Small print at the end. */
  footer?: string;
  /** A page where the receiver can end such messages. */
  unsubscribe?: { label: string; url: string };
  attachments?: readonly { name: string; mediaType: string; content: Buffer }[];
}

type Facts = readonly (readonly [label: string, value: string])[];

export function asText({ to, lines, facts = [], sections = [], action, footer, unsubscribe }: Letter): string {
  const parts = [
    `Hello ${to.name},`,
    ...lines,
    factsText(facts),
    ...sections.map(({ title, facts: own }) => `${title}\n${factsText(own)}`),
    action ? `${action.label}: ${action.url}` : "",
    footer ?? "",
    unsubscribe ? `${unsubscribe.label}: ${unsubscribe.url}` : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function factsText(facts: Facts): string {
  const width = Math.max(0, ...facts.map(([label]) => label.length));
  return facts.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join("\n");
}

const sans = "font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif";

/** Inline styles only and no images, because mail programs drop everything else. */
export function asHtml(letter: Letter): string {
  const { to, subject, lines, facts = [], sections = [], action, footer, unsubscribe } = letter;
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;background:#f6f8fa;${sans};font-size:15px;line-height:1.5;color:#1f2328">`,
    '<div style="max-width:560px;margin:24px auto;padding:24px;background:#ffffff;border:1px solid #d0d7de;border-radius:8px">',
    `<p>Hello ${escapeHtml(to.name)},</p>`,
    ...lines.map((line) => `<p>${escapeHtml(line).replaceAll("\n", "<br>")}</p>`),
    factsHtml(facts),
    ...sections.map(
      ({ title, facts: own }) =>
        `<h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(title)}</h2>${factsHtml(own)}`,
    ),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 16px;background:#1f6feb;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
    ...(footer ? [`<p style="color:#57606a;font-size:13px">${escapeHtml(footer)}</p>`] : []),
    ...(unsubscribe
      ? [
          `<p style="font-size:13px"><a href="${escapeHtml(unsubscribe.url)}" style="color:#57606a">${escapeHtml(unsubscribe.label)}</a></p>`,
        ]
      : []),
    "</div></body></html>",
  ].join("\n");
}

function factsHtml(facts: Facts): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;color:#57606a">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" style="border-collapse:collapse">${rows.join("")}</table>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
