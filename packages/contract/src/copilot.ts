import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { freeForm, gone, Id, IdParams, line, nullable, oneOf, paging, Timestamp, text } from "./schema.ts";

/** Who an answer is written for. The numbers are the same for all. */
export const copilotPersonas = ["sre", "manager", "executive", "auditor", "service_desk"] as const;
export type CopilotPersona = (typeof copilotPersonas)[number];

export const maxQuestion = 2000;

const Citation = Type.Object({
  id: Type.String({ description: "Such as C1" }),
  kind: Type.String(),
  title: Type.String(),
  link: Type.String({ description: "A page of the console" }),
});
export type CopilotCitation = Static<typeof Citation>;

const ToolCall = Type.Object({
  name: Type.String(),
  input: freeForm("The input of the tool"),
  ms: Type.Integer(),
  ok: Type.Boolean(),
});

const ReadingPart = Type.Object({
  part: Type.String({ description: "What it is about, such as severity" }),
  label: Type.String({ description: "Such as “severity P1 or P2”" }),
  without: nullable(Type.String({ description: "The question without this part; null when it cannot be left out" })),
  options: Type.Array(Type.Object({ label: Type.String(), ask: Type.String() }), {
    description: "What the part can become, each with the question that asks it",
  }),
});
export type CopilotReadingPart = Static<typeof ReadingPart>;

const answerFields = {
  id: Id,
  answer: Type.String({ description: "Markdown. Links lead to pages of the console" }),
  answered: Type.Boolean({ description: "False when the question was not understood or the answer is not known" }),
  engine: Type.String({ description: "builtin, or the engine of a model" }),
  intent: nullable(Type.String({ description: "What the question was understood as" })),
  confidence: Type.Number({ description: "0 to 1: how sure the engine is that it understood the question" }),
  citations: Type.Array(Citation),
  tool_calls: Type.Array(ToolCall),
  suggestions: Type.Array(Type.String(), { description: "Questions to ask next" }),
  reading: Type.Array(ReadingPart, { description: "How the question was read; empty when it has no parts to change" }),
  not_understood: Type.Array(Type.String(), { description: "Words because of which the question was not answered" }),
};

export const CopilotAnswer = Type.Object({
  ...answerFields,
  conversation_id: nullable(Type.String({ description: "Null for a key that acts for no user" })),
});
export type CopilotAnswer = Static<typeof CopilotAnswer>;

const ratings = ["up", "down"] as const;

const Turn = Type.Object({
  ...answerFields,
  question: Type.String(),
  persona: oneOf(copilotPersonas),
  rating: nullable(oneOf(ratings)),
  created_at: Timestamp,
});
export type CopilotTurn = Static<typeof Turn>;

const conversationFields = {
  id: Id,
  title: Type.String({ description: "The first question" }),
  turns: Type.Integer({ description: "Number of questions" }),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const CopilotConversation = Type.Object(conversationFields);
export type CopilotConversation = Static<typeof CopilotConversation>;

export const CopilotConversationRecord = Type.Object({ ...conversationFields, items: Type.Array(Turn) });
export type CopilotConversationRecord = Static<typeof CopilotConversationRecord>;

const shared = { access: "copilot:ask", module: "ai" } as const;

export const copilot = {
  query: operation({
    ...shared,
    method: "POST",
    path: "/api/copilot/query",
    summary: "Ask the copilot",
    description:
      "Answers from the data of your tenant that you may read, with citations. It cannot change anything. With the header accept: text/event-stream the answer is streamed as events: status, tool, text, done, error.",
    // The conversation is stored, and asking still works in states that refuse writes.
    effect: "read",
    body: Type.Object({
      query: line(maxQuestion),
      persona: Type.Optional(
        text(
          40,
          "Who the answer is for: sre (default), manager, executive, auditor or service_desk; others are read as sre",
        ),
      ),
      conversation_id: Type.Optional(Id),
      timezone: Type.Optional(text(100, "The IANA name of your timezone; UTC by default")),
      context: Type.Optional(
        Type.Object(
          { route: Type.Optional(text(500, "The path of the page, such as /incidents/INC-00000012")) },
          { description: "The page of the console that you look at. It tells what “this incident” is" },
        ),
      ),
    }),
    reply: CopilotAnswer,
  }),
  conversations: operation({
    ...shared,
    method: "GET",
    path: "/api/copilot/conversations",
    summary: "List your conversations",
    description: "Only you see them. The newest 100 are kept, for 90 days.",
    effect: "read",
    envelope: "page",
    query: Type.Object(paging),
    reply: CopilotConversation,
  }),
  conversation: operation({
    ...shared,
    method: "GET",
    path: "/api/copilot/conversations/:id",
    summary: "Get one of your conversations",
    effect: "read",
    params: IdParams,
    reply: CopilotConversationRecord,
  }),
  removeConversation: operation({
    ...shared,
    ...gone,
    method: "DELETE",
    path: "/api/copilot/conversations/:id",
    summary: "Delete one of your conversations",
    effect: "write",
    params: IdParams,
  }),
  feedback: operation({
    ...shared,
    method: "PUT",
    path: "/api/copilot/answers/:id/feedback",
    summary: "Rate an answer",
    effect: "write",
    params: IdParams,
    body: Type.Object({ rating: nullable(oneOf(ratings)), comment: Type.Optional(text(1000)) }),
    reply: Type.Object({ id: Id, rating: nullable(oneOf(ratings)) }),
  }),
};
