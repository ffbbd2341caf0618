import { ActionIcon, Alert, Button, Group, Tooltip } from "@mantine/core";
import { IconThumbDown, IconThumbUp } from "@tabler/icons-react";
import { HrefLink } from "../ui/href-link.tsx";
import { Copy, TraceId } from "../ui/trace-id.tsx";
import { AnswerText } from "./answer-text.tsx";
import classes from "./copilot.module.css";
import { ReadingChips } from "./reading-chips.tsx";
import type { Answered, Turn } from "./use-conversation.ts";

interface TurnViewProps {
  turn: Turn;
  isLast: boolean;
  onAsk: (question: string) => void;
  onRate: (id: string, rating: "up" | "down" | null) => void;
}

/** A question with its answer, or with why there is none. */
export function TurnView({ turn, isLast, onAsk, onRate }: TurnViewProps) {
  const { question, answer, partial, status, error, stopped } = turn;
  return (
    <article className={classes.turn} aria-label={question}>
      <p className={classes.question}>{question}</p>
      {answer ? (
        <AnswerView answer={answer} rating={turn.rating ?? null} isLast={isLast} onAsk={onAsk} onRate={onRate} />
      ) : null}
      {!answer && partial ? <AnswerText source={partial} citations={[]} /> : null}
      {!answer && !partial && !error && !stopped ? (
        <p className={classes.status} role="status">
          {status}
        </p>
      ) : null}
      {stopped ? <p className={classes.status}>Stopped.</p> : null}
      {error ? <Problem turn={turn} onAsk={onAsk} /> : null}
    </article>
  );
}

function Problem({ turn: { error, question }, onAsk }: Pick<TurnViewProps, "turn" | "onAsk">) {
  if (!error) return null;
  const [title, canRetry] = problems[error.status] ?? ["The question could not be answered", true];
  return (
    <Alert color={error.status === 402 || error.status === 403 ? "yellow" : "red"} title={title} role="alert">
      {error.message}
      <TraceId id={error.traceId} />
      {canRetry ? (
        <Button variant="default" mt="sm" onClick={() => onAsk(question)}>
          Try again
        </Button>
      ) : null}
    </Alert>
  );
}

/** The title for a status, and whether the same question may work later. */
const problems: Readonly<Record<number, readonly [string, boolean]>> = {
  0: ["You are offline", true],
  402: ["No AI credits left", false],
  403: ["Not available to you", false],
  429: ["Too many questions", true],
};

interface AnswerViewProps extends Pick<TurnViewProps, "onAsk" | "onRate" | "isLast"> {
  answer: Answered;
  rating: "up" | "down" | null;
}

function AnswerView({ answer, rating, isLast, onAsk, onRate }: AnswerViewProps) {
  const { id, citations, suggestions, reading, not_understood: notUnderstood } = answer;
  return (
    <>
      {reading.length > 0 ? <ReadingChips parts={reading} onAsk={onAsk} /> : null}
      <AnswerText source={answer.answer} citations={citations} />
      {citations.length > 0 ? (
        <ol className={classes.citations} aria-label="Sources">
          {citations.slice(0, maxCitations).map((citation) => (
            <li key={citation.id}>
              <HrefLink href={citation.link}>{citation.title}</HrefLink>
            </li>
          ))}
        </ol>
      ) : null}
      <Group gap={2}>
        <Copy text={answer.answer} what="answer" />
        <Rate label="Good answer" isOn={rating === "up"} onClick={() => onRate(id, rating === "up" ? null : "up")}>
          <IconThumbUp size={14} />
        </Rate>
        <Rate label="Bad answer" isOn={rating === "down"} onClick={() => onRate(id, rating === "down" ? null : "down")}>
          <IconThumbDown size={14} />
        </Rate>
      </Group>
      {isLast && suggestions.length > 0 ? (
        <>
          {notUnderstood.length > 0 ? <p className={classes.status}>Did you mean</p> : null}
          <Suggestions questions={suggestions} onAsk={onAsk} />
        </>
      ) : null}
    </>
  );
}

const maxCitations = 8;

interface RateProps {
  label: string;
  isOn: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Rate({ label, isOn, onClick, children }: RateProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        variant={isOn ? "light" : "subtle"}
        aria-label={label}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

export function Suggestions({ questions, onAsk }: { questions: readonly string[]; onAsk: (question: string) => void }) {
  return (
    <div className={classes.suggestions}>
      {questions.map((question) => (
        <button key={question} type="button" className={classes.suggestion} onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </div>
  );
}
