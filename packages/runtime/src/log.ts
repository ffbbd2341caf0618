import { pino } from "pino";

export type Log = pino.Logger;

export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["req.headers", "password", "token", "*.password", "*.token", "*.authorization"], remove: true },
  };
  return destination ? pino(options, destination) : pino(options);
}
