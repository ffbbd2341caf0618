import { Anchor, Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../session/context.tsx";
import { SignInFrame } from "../../sign-in/index.ts";
import { FormProblem } from "../../ui/form-problem.tsx";
import { usePortalApi } from "../api.tsx";

/** The page of the link in the email. The token is in the fragment, which browsers do not send to servers. */
export function VerifyPage() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get("token") ?? "");
  return token ? <VerifyForm token={token} /> : <MissingToken />;
}

function MissingToken() {
  return (
    <SignInFrame title="This link is incomplete" lead="Open the link from the email again, or sign up once more.">
      <Anchor href="/signup">Create an account</Anchor>
    </SignInFrame>
  );
}

function VerifyForm({ token }: { token: string }) {
  const api = usePortalApi();
  const session = useSession();
  const verify = useMutation({
    mutationFn: async (password: string) => {
      const { tenant_id, email } = await api.signup.verify({ body: { token, password } });
      await session.login({ email, password, tenant: tenant_id });
    },
    // The overview shows how far the new tenant is. The token must not stay in the history.
    onSuccess: () => location.replace("/"),
  });
  const form = useForm({
    initialValues: { password: "", again: "" },
    validate: {
      password: (password) => (password.length < 12 ? "Use at least 12 characters." : null),
      again: (again, { password }) => (again === password ? null : "Passwords don't match."),
    },
  });
  return (
    <SignInFrame
      title="Choose your password"
      lead="Your email address is confirmed with it. Then your tenant is prepared."
    >
      <form noValidate onSubmit={form.onSubmit(({ password }) => verify.mutate(password))}>
        <Stack gap="md">
          <PasswordInput
            label="Password"
            description="At least 12 characters. A phrase of a few unrelated words works well."
            autoComplete="new-password"
            {...form.getInputProps("password")}
          />
          <PasswordInput label="Confirm password" autoComplete="new-password" {...form.getInputProps("again")} />
          <FormProblem error={verify.error} />
          <Button type="submit" size="sm" loading={verify.isPending || verify.isSuccess}>
            Create account
          </Button>
          <Text size="xs" c="dimmed">
            This password is for the portal. The password of your tenant follows by email.
          </Text>
        </Stack>
      </form>
    </SignInFrame>
  );
}
