import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiError } from "@opsplane/contract";
import { type ReactNode, useState } from "react";
import { useSession } from "../session/context.tsx";
import type { SessionState } from "../session/session.ts";
import { TraceId } from "../ui/trace-id.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

type Reason = Extract<SessionState, { phase: "signed_out" }>["reason"];

const leads: Record<Reason, string> = {
  fresh: "Sign in with the email address of your account.",
  expired: "Your session expired. Sign in to continue.",
  left: "You've signed out.",
};

interface LoginPageProps {
  reason: Reason;
  /** Under the form. */
  children?: ReactNode;
}

/** Replaces any page until the person signs in. The address stays, so the requested page opens afterwards. */
export function LoginPage({ reason, children }: LoginPageProps) {
  const session = useSession();
  const [asksTenant, setAsksTenant] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email: "", password: "", tenant: "" },
    validate: {
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : "Enter an email address."),
      password: (password) => (password ? null : "Enter your password."),
    },
  });

  async function submit({ email, password, tenant }: typeof form.values) {
    setBusy(true);
    setRefusal(undefined);
    try {
      await session.login({
        email: email.trim(),
        password,
        tenant: asksTenant ? tenant.trim() || undefined : undefined,
      });
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError(0, "ERROR", String(cause), "");
      // The server answers 422 for an email that several tenants know, and asks for the header.
      if (error.status === 422) setAsksTenant(true);
      setRefusal(error);
      setBusy(false);
    }
  }

  return (
    <SignInFrame title="Sign in" lead={leads[reason]}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          {refusal ? <Refusal error={refusal} /> : null}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...form.getInputProps("email")}
          />
          <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
          {asksTenant ? (
            <TextInput
              label="Tenant"
              description="Organization ID, for example acme"
              autoComplete="organization"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps("tenant")}
            />
          ) : null}
          <Button type="submit" size="sm" fullWidth loading={busy}>
            Sign in
          </Button>
          {asksTenant ? null : (
            <Anchor component="button" type="button" size="xs" onClick={() => setAsksTenant(true)}>
              Sign in to a specific organization
            </Anchor>
          )}
        </Stack>
      </form>
      {children}
    </SignInFrame>
  );
}

function Refusal({ error }: { error: ApiError }) {
  return (
    <Alert color="red" variant="light" p="sm" role="alert">
      {error.message}
      {error.status === 401 ? null : <TraceId id={error.traceId} />}
    </Alert>
  );
}
