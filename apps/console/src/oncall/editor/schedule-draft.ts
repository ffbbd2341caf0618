import type { DirectoryUser, OnCallSchedule, Rotation, ScheduleLayer, Weekday } from "@opsplane/contract";
import { addDays, mondayOf } from "../../time/days.ts";
import { instantOf, isWallTime, localZone, type WallTime, wallOf, zoneDay } from "../../time/zone.ts";
import type { LayerFields, ScheduleFields } from "../schedules/queries.ts";

export interface RestrictionDraft {
  /** The React key of a part that has no id. */
  key: number;
  /** Empty: every day. */
  days: Weekday[];
  start: string;
  end: string;
}

export interface Turn {
  key: number;
  person: DirectoryUser;
}

export interface LayerDraft {
  key: number;
  name: string;
  turns: Turn[];
  /** Local times of the schedule, so that another timezone keeps them. */
  starts: WallTime;
  /** Empty: without an end. */
  ends: WallTime;
  rotation: Rotation;
  shift_hours: number;
  restrictions: RestrictionDraft[];
}

export interface ScheduleDraft {
  name: string;
  description: string;
  timezone: string;
  layers: LayerDraft[];
}

export function draftOf(schedule: OnCallSchedule | undefined): ScheduleDraft {
  if (!schedule) return { name: "", description: "", timezone: localZone(), layers: [] };
  const { name, description, timezone, layers, users } = schedule;
  return { name, description, timezone, layers: layers.map((layer, index) => layerOf(layer, index, users, timezone)) };
}

function layerOf(layer: ScheduleLayer, key: number, users: readonly DirectoryUser[], timezone: string): LayerDraft {
  const known = (id: string) => users.find((each) => each.id === id) ?? { id, name: "Unknown person", email: "" };
  return {
    key,
    name: layer.name,
    turns: layer.user_ids.map((id, turn) => ({ key: turn, person: known(id) })),
    starts: wallOf(Date.parse(layer.starts_at), timezone),
    ends: layer.ends_at ? wallOf(Date.parse(layer.ends_at), timezone) : "",
    rotation: layer.rotation,
    shift_hours: layer.shift_hours,
    restrictions: layer.restrictions.map(({ days = [], start, end }, index) => ({ key: index, days, start, end })),
  };
}

export function nextKey(parts: readonly { key: number }[]): number {
  return Math.max(-1, ...parts.map(({ key }) => key)) + 1;
}

/** A weekly layer that begins on this week's Monday at nine. */
export function newLayer(layers: readonly LayerDraft[], timezone: string, now: number): LayerDraft {
  const starts = `${mondayOf(zoneDay(now, timezone))}T09:00`;
  const begins = instantOf(starts, timezone) > now ? `${addDays(starts.slice(0, 10), -7)}T09:00` : starts;
  return {
    ...{ key: nextKey(layers), name: "", turns: [], starts: begins, ends: "" },
    ...{ rotation: "weekly", shift_hours: 12, restrictions: [] },
  };
}

/** The parts with one moved up or down. */
export function moved<T>(parts: readonly T[], from: number, step: 1 | -1): T[] {
  const result = [...parts];
  const [one, other] = [parts[from], parts[from + step]];
  if (one === undefined || other === undefined) return result;
  result[from] = other;
  result[from + step] = one;
  return result;
}

export type LayerProblems = Partial<Record<"turns" | "starts" | "ends" | "shift_hours" | "restrictions", string>>;

/** What is missing or wrong in a layer, by field. */
export function layerProblems(layer: LayerDraft): LayerProblems {
  const { turns, starts, ends, rotation, shift_hours, restrictions } = layer;
  const found = {
    turns: turns.length === 0 && "Add at least one person.",
    starts: !isWallTime(starts) && "Enter when the first turn begins.",
    ends: ends !== "" && (!isWallTime(ends) || ends <= starts) && "The end must be after the first handoff.",
    shift_hours: rotation === "custom" && !(shift_hours >= 1 && shift_hours <= 8760) && "Enter hours from 1 to 8,760.",
    restrictions: restrictions.some(({ start, end }) => !start || !end) && "Enter a start and an end.",
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== false));
}

export function isReady({ layers }: Pick<ScheduleDraft, "layers">): boolean {
  return layers.every((layer) => Object.keys(layerProblems(layer)).length === 0);
}

const isoOf = (wall: WallTime, timezone: string) => new Date(instantOf(wall, timezone)).toISOString();

export function layerFields(layer: LayerDraft, timezone: string): LayerFields {
  return {
    name: layer.name.trim(),
    user_ids: layer.turns.map(({ person }) => person.id),
    starts_at: isoOf(layer.starts, timezone),
    ends_at: layer.ends === "" ? null : isoOf(layer.ends, timezone),
    rotation: layer.rotation,
    ...(layer.rotation === "custom" ? { shift_hours: layer.shift_hours } : {}),
    restrictions: layer.restrictions.map(({ days, start, end }) => ({
      ...(days.length > 0 && days.length < 7 ? { days } : {}),
      start,
      end,
    })),
  };
}

/** Only for a draft that is ready. */
export function fieldsOf({ name, description, timezone, layers }: ScheduleDraft): ScheduleFields {
  return {
    ...{ name: name.trim(), description: description.trim(), timezone },
    layers: layers.map((layer) => layerFields(layer, timezone)),
  };
}
