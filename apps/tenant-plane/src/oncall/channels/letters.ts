import type { Letter } from "@opsplane/runtime";
import type { Message } from "./forms.ts";

/** An email for a message. A person gets a link that acknowledges or resolves without a login. */
export function messageLetter(message: Message, to: Letter["to"], link: string | undefined): Letter {
  const { id, content, url } = message;
  const { title, text, facts, incident } = content;
  return {
    to,
    messageId: `<notification-${id}@opsplane>`,
    subject: title.replaceAll(/\s+/g, " "),
    lines: text === "" ? [] : text.split("\n\n"),
    facts: link === undefined ? facts : [...facts, ["Details", url]],
    action:
      link === undefined
        ? { label: incident ? `Open ${incident.reference}` : "Open", url }
        : { label: "Acknowledge or resolve", url: link },
    ...(link === undefined
      ? {}
      : { footer: "The link acts in your name and works for 24 hours. Do not forward this message." }),
  };
}
