import { Anchor, Text } from "@mantine/core";
import { useSession } from "../session/context.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

/** A temporary password gives access to this page only. */
export function FirstPasswordPage({ email }: { email: string }) {
  const session = useSession();
  return (
    <SignInFrame title="Choose your password" lead="Your password is temporary. Set a new one to continue.">
      <PasswordForm currentLabel="Temporary password" submitLabel="Set password and continue" />
      <Text size="xs" c="dimmed" mt="lg">
        Signed in as {email}.{" "}
        <Anchor component="button" type="button" size="xs" onClick={() => void session.logout()}>
          Sign out
        </Anchor>
      </Text>
    </SignInFrame>
  );
}
