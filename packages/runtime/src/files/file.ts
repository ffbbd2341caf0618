import type { Readable } from "node:stream";

/** A body that is to be stored as a file. */
export interface IncomingFile {
  tenantId: string;
  createdBy: string;
  mediaType: string;
  /** What Content-Length announces; undefined for a chunked body. */
  announcedBytes: number | undefined;
  body: Readable;
}

/** A file that has arrived whole. Nobody sees it before a write gives it to a record. */
export interface ReceivedFile {
  id: string;
  mediaType: string;
  size: number;
  /** In hexadecimal digits. */
  sha256: string;
}

interface Sent {
  name: string;
  mediaType: string;
  /** A browser shows it instead of saving it. Only for documents that this server wrote. */
  isInline?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** A file that a client may read. */
export interface Download extends Sent {
  size: number;
  sha256: string;
  /** The bytes from `start` to `end`; `end` is not included. */
  read(start: number, end: number): AsyncIterable<Buffer>;
}

/** A file that is made while it is sent. Its size is not known before its end. */
export interface GeneratedDownload extends Sent {
  chunks: AsyncIterable<Buffer>;
}

/** How a plane stores files, and what it allows. */
export interface FileRules {
  readonly maxBytes: number;
  /** Takes one of the tenant's places for a transfer, or throws. Returns how to give it back. */
  takePlace(tenantId: string): () => void;
  /** Stores the body while it arrives. What fails leaves nothing behind. */
  receive(file: IncomingFile): Promise<ReceivedFile>;
  /** Removes a received file unless a write took it. */
  discard(tenantId: string, id: string): Promise<void>;
}
