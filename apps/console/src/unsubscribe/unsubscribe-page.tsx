import { Alert, Button, Stack, Text } from "@mantine/core";
import { ApiError, createClient, operations } from "@opsplane/contract";
import { useState } from "react";
import { SignInFrame } from "../sign-in/index.ts";
import { TraceId } from "../ui/trace-id.tsx";

const { reportSubscriptions } = createClient(operations, { baseUrl: "" });

/** Stops the mails of a report. Opening the link changes nothing, because mail scanners open links too. */
export function UnsubscribePage() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [done, setDone] = useState<{ report_name: string; email: string }>();
  const [refusal, setRefusal] = useState<ApiError>();
  const [busy, setBusy] = useState(false);

  const unsubscribe = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      setDone(await reportSubscriptions.unsubscribe({ body: { token } }));
    } catch (cause) {
      setRefusal(cause instanceof ApiError ? cause : new ApiError(0, "ERROR", String(cause), ""));
    }
    setBusy(false);
  };

  if (done)
    return (
      <SignInFrame title="Unsubscribed" lead={`${done.email} gets no more mails of this report.`}>
        <Text size="sm" role="status">
          Report: <b>{done.report_name}</b>
        </Text>
      </SignInFrame>
    );
  if (token === "")
    return (
      <SignInFrame title="This link can't be used" lead="Open the unsubscribe link in the mail again.">
        <Text size="sm">A part of the link is missing.</Text>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Unsubscribe" lead="Stop the mails of this report to your address.">
      <Stack gap="md">
        {refusal ? (
          <Alert color="red" variant="light" p="sm" role="alert">
            {refusal.message}
            {refusal.status === 404 ? null : <TraceId id={refusal.traceId} />}
          </Alert>
        ) : null}
        <Button fullWidth loading={busy} onClick={() => void unsubscribe()}>
          Unsubscribe
        </Button>
      </Stack>
    </SignInFrame>
  );
}
