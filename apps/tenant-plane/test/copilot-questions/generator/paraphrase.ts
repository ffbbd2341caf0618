import type { Random } from "./random.ts";

const before = ["please tell me ", "hi, ", "hey can you tell me ", "could you tell me ", "I need to know "] as const;
const after = [", please", " please", "?", " thanks", " right now?"] as const;

/** The same question with other manners, and sometimes one slip of the keyboard in a noun. */
export function paraphrase(random: Random, question: string): string {
  let text = question;
  if (random.chance(0.25)) text = random.pick(before) + text;
  if (random.chance(0.4)) text += random.pick(after).replace(" right now", "");
  if (random.chance(0.15)) text = text.toLowerCase();
  if (random.chance(0.12)) text = withSlip(random, text);
  return text;
}

function withSlip(random: Random, text: string): string {
  const noun = /\b(?:incidents|changes|requests|servers|databases|services)\b/i.exec(text);
  if (!noun) return text;
  const at = noun.index + 1 + random.below(noun[0].length - 3);
  return random.chance(0.5)
    ? `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`
    : `${text.slice(0, at)}${text.slice(at + 1)}`;
}
