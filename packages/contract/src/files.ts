import { type Static, Type } from "typebox";
import { Id, Timestamp } from "./schema.ts";

/** A stored file as the record that it belongs to lists it. */
export const StoredFile = Type.Object({
  id: Id,
  name: Type.String(),
  media_type: Type.String({ description: "The Content-Type that it was sent with" }),
  size: Type.Integer({ description: "In bytes" }),
  sha256: Type.String({ description: "Checksum of the content, in hexadecimal digits" }),
  created_by: Type.String({ description: "Email of the person that sent it, or `key:` and the name of the API key" }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type StoredFile = Static<typeof StoredFile>;

/** The query of an upload. */
export const FileName = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: "\\S",
  description: "The file's name. Folders and control characters are left out; at most 255 characters remain",
});

/** The content of a file, as the documentation shows it. */
export const FileContent = Type.Unsafe<never>({ type: "string", format: "binary" });
