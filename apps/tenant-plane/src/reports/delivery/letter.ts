import { periodText } from "@opsplane/reports";
import type { Letter } from "@opsplane/runtime";
import type { Delivered } from "./store.ts";

interface Sending {
  baseUrl: string;
  runId: string;
  email: string;
  name: string;
  token: string;
  /** Undefined when it is too large for a mail. */
  attachment: { name: string; mediaType: string; content: Buffer } | undefined;
}

/** The summary and figures in the mail itself, and the report as a file. */
export function reportLetter({ report_id, report_name, summary }: Delivered, sending: Sending): Letter {
  const { baseUrl, runId, email, name, token, attachment } = sending;
  const { from, to, timezone, paragraphs, sections } = summary;
  const period = periodText({ from: new Date(from), to: new Date(to), timezone });
  return {
    to: { name, address: email },
    messageId: `<report-${runId}-${Buffer.from(email).toString("hex").slice(0, 64)}@opsplane>`,
    subject: report_name,
    lines: paragraphs,
    facts: [["Period", period]],
    sections: sections
      .filter(({ figures }) => figures.length > 0)
      .map(({ source, figures }) => ({ title: source, facts: figures })),
    action: { label: "Open the report", url: `${baseUrl}/reports/${report_id}?run=${runId}` },
    ...(attachment
      ? { attachments: [attachment] }
      : { footer: "The report is too large for a mail. Open it in the console." }),
    unsubscribe: { label: "Unsubscribe from this report", url: `${baseUrl}/unsubscribe#${token}` },
  };
}
