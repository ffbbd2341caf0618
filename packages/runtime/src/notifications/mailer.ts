import { createTransport } from "nodemailer";
import type { Log } from "../log.ts";
import type { Channel, Delivery } from "./channel.ts";
import { asHtml, asText, type Letter } from "./letter.ts";

export interface Mailer extends Channel<Letter> {
  /** The first pause after the mail server could not be reached. */
  readonly retryMs: number;
}

export interface MailerOptions {
  url: string;
  from: string;
  retryMs: number;
  log: Log;
  count(outcome: Delivery): void;
}

/** Email by SMTP, as text and HTML. */
export function openMailer({ url, from, retryMs, log, count }: MailerOptions): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  );
  const attempt = async (letter: Letter): Promise<Delivery> => {
    const { to, messageId, subject, unsubscribe, attachments = [] } = letter;
    try {
      await transport.sendMail({
        ...{ to, messageId, subject, text: asText(letter), html: asHtml(letter) },
        ...(unsubscribe ? { headers: { "List-Unsubscribe": `<${unsubscribe.url}>` } } : {}),
        attachments: attachments.map(({ name, mediaType, content }) => ({
          filename: name,
          contentType: mediaType,
          content,
        })),
      });
      return "accepted";
    } catch (error) {
      const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
      log.warn(
        { error: error instanceof Error ? error.message : String(error) },
        "the mail server did not accept an email",
      );
      // RFC 5321: 5yz is permanent. Authentication errors (53x) are retried, because an operator can fix them.
      if (code >= 540 && code < 600) return "refused";
      const isOfAddress = error instanceof Error && "command" in error && error.command === "RCPT TO";
      return isOfAddress && code >= 400 && code < 500 ? "deferred" : "unreachable";
    }
  };
  return {
    kind: "email",
    retryMs,
    send: async (letter) => {
      const outcome = await attempt(letter);
      count(outcome);
      return outcome;
    },
    close: () => transport.close(),
  };
}
