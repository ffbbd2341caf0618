import type { operations, Received } from "@opsplane/contract";
import { Failure, type HandlersOf, type IntakeContext, storeFailure } from "@opsplane/runtime";
import { exportResponse, type Signal } from "@opsplane/wire";
import { limitsOf } from "../../entitlements.ts";
import { BadBody, type Decoded, type Format, formats } from "../decode/job.ts";
import type { Decoder } from "../decode/pool.ts";
import type { Allowance } from "./allowance.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { Usage } from "./usage.ts";

export interface IngestServices {
  decoder: Decoder;
  allowance: Allowance;
  usage: Usage;
  writerOf(kind: Decoded["kind"]): BatchWriter;
  /** Called with the hours for which metric samples of a tenant were stored. */
  storedHours(tenantId: string, hours: readonly number[]): void;
  seriesLimit: number;
}

export function ingestHandlers(services: IngestServices): HandlersOf<typeof operations.ingest> {
  const received = (format: Format) => async (context: IntakeContext) =>
    asReceived(await receive(services, context, format));
  const otlp = (format: Format, signal: Signal) => async (context: IntakeContext) => {
    const { decoded } = await receive(services, context, format);
    const answer = exportResponse(signal, decoded.rejected, messageOf(decoded));
    if (context.type === "application/json") await context.reply.type(context.type).send(answer.json());
    else await context.reply.type(context.type).send(Buffer.from(answer.protobuf()));
    return undefined;
  };
  return {
    otlpTraces: otlp("otlp-traces", "traces"),
    otlpMetrics: otlp("otlp-metrics", "metrics"),
    otlpLogs: otlp("otlp-logs", "logs"),
    prometheus: received("remote-write"),
    logs: received("json-logs"),
    flows: received("json-flows"),
  };
}

interface IngestResult {
  decoded: Decoded;
  duplicate: boolean;
}

/** Checks the quota, decodes the body, stores the rows and counts the usage. Resolves when the rows are stored. */
async function receive(services: IngestServices, context: IntakeContext, format: Format): Promise<IngestResult> {
  const { principal, body, type, encoding, now, request } = context;
  const keepDays = await services.allowance.keepDays(principal.tenantId, formats[format], limitsOf(principal));
  const key = request.headers["idempotency-key"];
  const decoded = await services.decoder
    .decode({
      format,
      type,
      encoding,
      body,
      keepDays,
      tenantId: principal.tenantId,
      now: now.getTime(),
      seriesLimit: services.seriesLimit,
      key: typeof key === "string" ? key : undefined,
    })
    .catch(asBadBody);
  const duplicate = await store(services, principal.tenantId, decoded);
  services.usage.count({
    tenantId: principal.tenantId,
    kind: decoded.kind,
    collectorId: principal.kind === "collector" ? principal.id : undefined,
    bytes: duplicate ? 0 : decoded.bytes,
    rows: duplicate ? 0 : decoded.accepted,
  });
  return { decoded, duplicate };
}

async function store(services: IngestServices, tenantId: string, decoded: Decoded): Promise<boolean> {
  if (decoded.tables.length === 0) return false;
  const outcome = await services
    .writerOf(decoded.kind)
    .store(tenantId, decoded)
    .catch((error: unknown) => {
      throw storeFailure(error);
    });
  if (outcome === "stored" && decoded.hours.length > 0) services.storedHours(tenantId, decoded.hours);
  return outcome === "duplicate";
}

function asBadBody(error: unknown): never {
  if (error instanceof BadBody) throw new Failure("VALIDATION_ERROR", error.message, { status: error.status });
  throw error;
}

/** Fails when every row was rejected. Otherwise the response names the rejected rows. */
function asReceived({ decoded: { accepted, rejected, errors }, duplicate }: IngestResult): Received {
  if (accepted === 0 && rejected > 0)
    throw new Failure(
      "VALIDATION_ERROR",
      `Every row was rejected, the first because: ${errors[0]?.path} ${errors[0]?.message}.`,
      {
        details: errors,
      },
    );
  return { accepted, rejected, duplicate, errors };
}

function messageOf({ rejected, errors }: Decoded): string {
  if (rejected === 0) return "";
  return errors
    .slice(0, 5)
    .map(({ path, message }) => `${path} ${message}`)
    .join("; ");
}
