import type { Log } from "@opsplane/runtime";
import { createTransport } from "nodemailer";

export interface Letter {
  to: { name: string; address: string };
  messageId: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** refused: for good, trying again is of no use. unreachable: not now. */
  send(letter: Letter): Promise<"accepted" | "refused" | "unreachable">;
  close(): void;
}

export function openMailer(url: string, from: string, log: Log): Mailer {
  const transport = createTransport(url, {
    from,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as { from: string });
  return {
    send: async (letter) => {
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
    },
    close: () => transport.close(),
  };
}
