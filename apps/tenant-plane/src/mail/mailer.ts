import type { Log } from "@opsplane/runtime";
import { createTransport } from "nodemailer";

export interface Letter {
  to: { name: string; address: string };
  messageId: string;
  subject: string;
  text: string;
}

/** refused: for good, trying again is of no use. unreachable: not now. */
type Outcome = "accepted" | "refused" | "unreachable";

export interface Mailer {
  send(letter: Letter): Promise<Outcome>;
  close(): void;
}

export function openMailer(url: string, from: string, log: Log, count: (outcome: Outcome) => void): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  );
  const attempt = async (letter: Letter): Promise<Outcome> => {
    try {
      await transport.sendMail(letter);
      return "accepted";
    } catch (error) {
      const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
      log.warn(
        { error: error instanceof Error ? error.message : String(error) },
        "an e-mail was not taken by the mail server",
      );
      // RFC 5321: 5yz is final. Authentication (53x) is ours to mend, so that it is tried again.
      return code >= 540 && code < 600 ? "refused" : "unreachable";
    }
  };
  return {
    send: async (letter) => {
      const outcome = await attempt(letter);
      count(outcome);
      return outcome;
    },
    close: () => transport.close(),
  };
}
