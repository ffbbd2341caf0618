import { type Reader, tagOf, wireTypes } from "../protobuf/reader.ts";
import { WireError } from "../wire-error.ts";
import { objectAt } from "./json.ts";
import { type Kind, mapped, message, repeated } from "./message.ts";
import { bool, bytes, double, int64, text } from "./scalars.ts";

/** An integer is a bigint only where a number would not be exact. */
export type AnyValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | AnyValue[]
  | { [key: string]: AnyValue };

export type Attribute = [key: string, value: AnyValue];
export type Attributes = Attribute[];

const deepest = 32;

export const anyValue: Kind<AnyValue> = anyValueOf(deepest);
export const attribute: Kind<Attribute> = attributeOf(anyValue);

/** Values can nest. There is one kind per level, so the depth is limited without counting in either encoding. */
function anyValueOf(levels: number): Kind<AnyValue> {
  if (levels === 0) return { wireType: wireTypes.delimited, read: tooDeep, fromJson: tooDeep };
  const inner = anyValueOf(levels - 1);
  const list = message<{ values: AnyValue[] }>(() => ({ values: [] }), [repeated(1, "values", inner)]);
  const map = message<{ values: Attributes }>(() => ({ values: [] }), [repeated(1, "values", attributeOf(inner))]);
  return oneOf([
    [1, "stringValue", text],
    [2, "boolValue", bool],
    [3, "intValue", int64],
    [4, "doubleValue", double],
    [5, "arrayValue", mapped(list, ({ values }) => values)],
    // Object.fromEntries defines a key called __proto__. An assignment would change the object's prototype.
    [6, "kvlistValue", mapped(map, ({ values }) => Object.fromEntries(values))],
    [7, "bytesValue", bytes],
  ]);
}

// Written out instead of tables, because most of a payload is attributes and tables halve the speed.
function oneOf(alternatives: [number: number, name: string, kind: Kind<AnyValue>][]): Kind<AnyValue> {
  const byTag: (((reader: Reader) => AnyValue) | undefined)[] = [];
  for (const [number, , { wireType, read }] of alternatives) byTag[tagOf(number, wireType)] = read;
  return {
    wireType: wireTypes.delimited,
    read(reader) {
      const outer = reader.enter();
      let value: AnyValue = null;
      while (reader.more()) {
        const tag = reader.tag();
        const read = tag < byTag.length ? byTag[tag] : undefined;
        if (read === undefined) reader.skip(tag);
        else value = read(reader);
      }
      reader.leave(outer);
      return value;
    },
    fromJson(value, path) {
      const object = objectAt(value, path);
      for (const [, name, { fromJson }] of alternatives) {
        const present = object[name] ?? undefined;
        if (present !== undefined) return fromJson(present, `${path}.${name}`);
      }
      return null;
    },
  };
}

function attributeOf(anyValue: Kind<AnyValue>): Kind<Attribute> {
  const keyTag = tagOf(1, text.wireType);
  const valueTag = tagOf(2, anyValue.wireType);
  return {
    wireType: wireTypes.delimited,
    read(reader) {
      const outer = reader.enter();
      let key = "";
      let value: AnyValue = null;
      while (reader.more()) {
        const tag = reader.tag();
        if (tag === keyTag) key = reader.string();
        else if (tag === valueTag) value = anyValue.read(reader);
        else reader.skip(tag);
      }
      reader.leave(outer);
      return [key, value];
    },
    fromJson(json, path) {
      const { key, value } = objectAt(json, path);
      return [text.fromJson(key ?? "", `${path}.key`), anyValue.fromJson(value ?? {}, `${path}.value`)];
    },
  };
}

function tooDeep(): never {
  throw new WireError(`A value is nested more than ${deepest} levels deep`);
}
