import { ActionIcon, Button, Drawer, Group, Select, Textarea, Tooltip } from "@mantine/core";
import { getHotkeyHandler, useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { type CopilotPersona, copilotPersonas, maxQuestion } from "@opsplane/contract";
import { IconHistory, IconPlayerStop, IconPlus, IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../api/api.tsx";
import { toastError } from "../ui/toast.tsx";
import classes from "./copilot.module.css";
import { examplesFor } from "./examples.ts";
import { History } from "./history.tsx";
import { Suggestions, TurnView } from "./turn-view.tsx";
import { useConversation } from "./use-conversation.ts";

const personaNames: Record<CopilotPersona, string> = {
  sre: "For engineers",
  manager: "For managers",
  executive: "For executives",
  auditor: "For auditors",
  service_desk: "For the service desk",
};
const personas = copilotPersonas.map((value) => ({ value, label: personaNames[value] }));

/** Asks questions beside the page. The page stays usable, and citations open in it. */
export function CopilotPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const [persona, setPersona] = useLocalStorage({ key: "opsplane-copilot-persona", defaultValue: "sre" });
  const [showsHistory, setShowsHistory] = useState(false);
  const { turns, isBusy, ask, stop, open, rate, route } = useConversation(persona);
  const api = useApi();
  const feedback = useMutation({
    mutationFn: ({ id, rating }: { id: string; rating: "up" | "down" | null }) =>
      api.copilot.feedback({ params: { id }, body: { rating } }),
    onError: (error) => toastError(error),
  });
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the turns scrolls to the newest
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [turns]);
  const send = (question: string) => {
    setShowsHistory(false);
    void ask(question);
  };
  const tools = (
    <Group gap={4} wrap="nowrap">
      <Tooltip label="New conversation">
        <ActionIcon
          aria-label="New conversation"
          onClick={() => {
            open(undefined, []);
            setShowsHistory(false);
          }}
        >
          <IconPlus size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="History">
        <ActionIcon aria-label="History" aria-pressed={showsHistory} onClick={() => setShowsHistory(!showsHistory)}>
          <IconHistory size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={isPhone ? "100%" : 420}
      title="Copilot"
      withOverlay={isPhone}
      trapFocus={isPhone}
      lockScroll={isPhone}
      closeOnClickOutside={false}
      shadow="md"
      closeButtonProps={{ "aria-label": "Close copilot" }}
      classNames={{ body: classes.body, content: classes.content, inner: isPhone ? "" : classes.inner }}
    >
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Select
          aria-label="Write answers"
          data={personas}
          value={persona}
          allowDeselect={false}
          onChange={(value) => value && setPersona(value)}
          comboboxProps={{ withinPortal: true }}
        />
        {tools}
      </Group>
      <section className={classes.turns} aria-label="Conversation" aria-live="polite">
        {showsHistory ? (
          <History
            onOpen={(id, before) => {
              open(id, before);
              setShowsHistory(false);
            }}
          />
        ) : turns.length === 0 ? (
          <Start route={route} onAsk={send} />
        ) : (
          turns.map((turn, index) => (
            <TurnView
              key={turn.key}
              turn={turn}
              isLast={index === turns.length - 1}
              onAsk={send}
              onRate={(id, rating) => {
                rate(id, rating);
                feedback.mutate({ id, rating });
              }}
            />
          ))
        )}
        <div ref={end} />
      </section>
      <Composer isBusy={isBusy} onSend={send} onStop={stop} />
    </Drawer>
  );
}

function Start({ route, onAsk }: { route: string; onAsk: (question: string) => void }) {
  return (
    <div className={classes.start}>
      <p>
        Ask about incidents, alerts, on-call, changes, services, logs and more. The copilot only reads, with your
        permissions, and names its sources.
      </p>
      <Suggestions questions={examplesFor(route)} onAsk={onAsk} />
    </div>
  );
}

interface ComposerProps {
  isBusy: boolean;
  onSend: (question: string) => void;
  onStop: () => void;
}

function Composer({ isBusy, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const send = () => {
    if (isBusy || text.trim() === "") return;
    onSend(text.trim());
    setText("");
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label="Question"
        placeholder="Ask a question"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={maxQuestion}
        data-autofocus
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([["Enter", send]])}
      />
      {isBusy ? (
        <Button variant="default" leftSection={<IconPlayerStop size={15} />} onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button type="submit" leftSection={<IconSend size={15} />} disabled={text.trim() === ""}>
          Ask
        </Button>
      )}
    </form>
  );
}
