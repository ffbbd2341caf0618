import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { ApiError, createClient, type LinkState, operations } from "@opsplane/contract";
import { useCallback, useEffect, useState } from "react";
import { StatusText } from "../records/incident-status.tsx";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { SignInFrame } from "../sign-in/index.ts";
import { StartScreen } from "../ui/start-screen.tsx";
import { TraceId } from "../ui/trace-id.tsx";

const { oncall } = createClient(operations, { baseUrl: "" });

type Action = LinkState["actions"][number];

/** Acknowledges or resolves an incident with the link of a message, without a login. */
export function LinkPage() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [state, setState] = useState<LinkState>();
  const [refusal, setRefusal] = useState<ApiError>();
  const [busy, setBusy] = useState<Action>();

  const run = useCallback(async (call: () => Promise<LinkState>) => {
    setRefusal(undefined);
    try {
      setState(await call());
    } catch (cause) {
      setRefusal(cause instanceof ApiError ? cause : new ApiError(0, "ERROR", String(cause), ""));
    }
  }, []);
  useEffect(() => void run(() => oncall.readLink({ body: { token } })), [run, token]);

  const act = async (action: Action) => {
    setBusy(action);
    await run(() => oncall.followLink({ body: { token, action } }));
    setBusy(undefined);
  };

  if (!state) return refusal ? <Refused error={refusal} /> : <StartScreen />;
  return (
    <SignInFrame title={`${state.reference}: ${state.title}`} lead={leadOf(state)}>
      <Stack gap="md">
        {refusal ? <Refusal error={refusal} /> : null}
        <Group gap="sm">
          <SeverityBadge severity={state.severity} />
          <StatusText status={state.status} />
        </Group>
        {state.actions.includes("acknowledge") ? (
          <Button
            fullWidth
            loading={busy === "acknowledge"}
            disabled={busy !== undefined}
            onClick={() => act("acknowledge")}
          >
            Acknowledge
          </Button>
        ) : null}
        {state.actions.includes("resolve") ? (
          <Button
            fullWidth
            variant="default"
            loading={busy === "resolve"}
            disabled={busy !== undefined}
            onClick={() => act("resolve")}
          >
            Resolve
          </Button>
        ) : null}
        <Anchor href={`/incidents/${state.reference}`} size="sm">
          Open the incident
        </Anchor>
        <Text size="xs" c="dimmed">
          This link acts as {state.person}.
        </Text>
      </Stack>
    </SignInFrame>
  );
}

function leadOf({ status, actions }: LinkState): string {
  if (actions.length === 0) return `The incident is ${status}. Nothing is left to do here.`;
  return actions.includes("acknowledge")
    ? "Acknowledge to stop the escalation."
    : "Someone acknowledged it, so no one else is paged.";
}

function Refused({ error }: { error: ApiError }) {
  return (
    <SignInFrame title="This link can't be used" lead="Sign in to work on the incident.">
      <Stack gap="md">
        <Refusal error={error} />
        <Anchor href="/incidents" size="sm">
          Open incidents
        </Anchor>
      </Stack>
    </SignInFrame>
  );
}

function Refusal({ error }: { error: ApiError }) {
  return (
    <Alert color="red" variant="light" p="sm" role="alert">
      {error.message}
      {error.status === 401 || error.status === 404 ? null : <TraceId id={error.traceId} />}
    </Alert>
  );
}
