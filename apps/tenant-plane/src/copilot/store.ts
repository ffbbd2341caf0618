import type { CopilotConversation, CopilotConversationRecord, CopilotTurn, Page } from "@opsplane/contract";
import { type Db, readPage, sql } from "@opsplane/runtime";

// Conversations belong to one user. Every statement names that user.

export interface StoredConversation {
  id: string;
  state: unknown;
  turns: { question: string; answer: string }[];
}

const maxRemembered = 10;

/** What an engine may know of a conversation: its state and its latest turns, oldest first. */
export async function readConversation(db: Db, userId: string, id: string): Promise<StoredConversation | undefined> {
  return db.first(sql`
    select conversation.id, conversation.state,
      coalesce((select json_agg(json_build_object('question', turn.question, 'answer', turn.answer) order by turn.id)
        from (select id, question, answer from copilot_turns where conversation_id = conversation.id order by id desc limit ${maxRemembered}) turn), '[]') as turns
    from copilot_conversations conversation where conversation.id = ${id} and conversation.user_id = ${userId}`);
}

export interface NewTurn extends Omit<CopilotTurn, "rating" | "created_at"> {
  conversationId: string;
  userId: string;
  state: unknown;
}

/** Stores a question with its answer. The oldest conversations and turns beyond the limits go. */
export async function storeTurn(
  db: Db,
  turn: NewTurn,
  limits: { conversations: number; turns: number },
): Promise<void> {
  await db.run(sql`
    insert into copilot_conversations (id, user_id, title, state) values (${turn.conversationId}, ${turn.userId}, ${turn.question.slice(0, 200)}, ${JSON.stringify(turn.state ?? null)})
    on conflict (tenant_id, id) do update set state = excluded.state, updated_at = app_now()`);
  await db.run(sql`
    insert into copilot_turns (id, conversation_id, question, persona, answer, answered, engine, intent, confidence, citations, tool_calls, suggestions, reading, not_understood)
    values (${turn.id}, ${turn.conversationId}, ${turn.question}, ${turn.persona}, ${turn.answer}, ${turn.answered}, ${turn.engine}, ${turn.intent},
      ${turn.confidence}, ${JSON.stringify(turn.citations)}, ${JSON.stringify(turn.tool_calls)}, ${JSON.stringify(turn.suggestions)},
      ${JSON.stringify(turn.reading)}, ${turn.not_understood})`);
  await db.run(sql`
    delete from copilot_turns where conversation_id = ${turn.conversationId} and id in (
      select id from copilot_turns where conversation_id = ${turn.conversationId} order by id desc offset ${limits.turns})`);
  await db.run(sql`
    delete from copilot_conversations where user_id = ${turn.userId} and id in (
      select id from copilot_conversations where user_id = ${turn.userId} order by updated_at desc, id desc offset ${limits.conversations})`);
}

const columns = sql`
  conversation.id, conversation.title, conversation.created_at, conversation.updated_at,
  (select count(*)::int from copilot_turns turn where turn.conversation_id = conversation.id) as turns`;

export function listConversations(
  db: Db,
  userId: string | null,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<Page<CopilotConversation>> {
  const from = sql`copilot_conversations conversation where conversation.user_id = ${userId}`;
  return readPage(db, {
    rows: sql`select ${columns} from ${from} order by conversation.updated_at desc, conversation.id desc limit ${limit} offset ${offset}`,
    ...{ from, limit, offset },
  });
}

export async function getConversation(
  db: Db,
  userId: string | null,
  id: string,
): Promise<CopilotConversationRecord | undefined> {
  const found = await db.first<CopilotConversation>(
    sql`select ${columns} from copilot_conversations conversation where conversation.id = ${id} and conversation.user_id = ${userId}`,
  );
  if (!found) return undefined;
  const items = await db.rows<CopilotTurn>(sql`
    select id, question, persona, answer, answered, engine, intent, confidence, citations, tool_calls, suggestions, reading, not_understood, rating, created_at
    from copilot_turns where conversation_id = ${id} order by id limit 1000`);
  return { ...found, items };
}

export function deleteConversation(db: Db, userId: string | null, id: string): Promise<number> {
  return db.run(sql`delete from copilot_conversations where id = ${id} and user_id = ${userId}`);
}

/** Rates an answer of the user's own conversations. */
export function rateTurn(
  db: Db,
  userId: string | null,
  { id, rating, comment }: { id: string; rating: "up" | "down" | null; comment: string },
): Promise<number> {
  return db.run(sql`
    update copilot_turns turn set rating = ${rating}, comment = ${comment} from copilot_conversations conversation
    where turn.id = ${id} and conversation.tenant_id = turn.tenant_id and conversation.id = turn.conversation_id and conversation.user_id = ${userId}`);
}

/** Deletes conversations that were not continued for the days. */
export function deleteOld(system: Db, days: number, limit: number): Promise<number> {
  return system.run(sql`
    delete from copilot_conversations where (tenant_id, id) in (
      select tenant_id, id from copilot_conversations where updated_at < app_now() - make_interval(days => ${days}) order by updated_at limit ${limit})`);
}
