import { once } from "node:events";
import { createServer } from "node:net";
import { SMTPServer } from "smtp-server";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

export interface Sink {
  letters: string[];
  stop(): Promise<void>;
}

/** A real SMTP server that keeps its mail. It refuses addresses that begin with "refused", and puts off those that begin with "later". */
export async function startSink(port: number): Promise<Sink> {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (address, _session, done) => {
      if (address.address.startsWith("refused")) done(Object.assign(new Error("No such user"), { responseCode: 550 }));
      else if (address.address.startsWith("later"))
        done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
      else done();
    },
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (part) => {
        text += part;
      });
      stream.on("end", () => {
        letters.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { letters, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** How often this server could not reach the mail server, from its metrics. */
export async function failedAttempts(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/opsplane_mail_attempts_total\{outcome="unreachable"\} (\d+)/.exec(text)?.[1] ?? 0);
}
