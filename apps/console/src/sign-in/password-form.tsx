import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiError, auth } from "@opsplane/contract";
import { useState } from "react";
import { useSession } from "../session/context.tsx";

// TypeBox drops the options of a schema from its type; the value has them.
const shortest = Number(Reflect.get(auth.password.body.properties.new_password, "minLength") ?? 12);

interface PasswordFormProps {
  currentLabel: string;
  submitLabel: string;
  onDone?: () => void;
}

/** Changes the person's own password, the temporary one and later ones. */
export function PasswordForm({ currentLabel, submitLabel, onDone }: PasswordFormProps) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { current: "", next: "", again: "" },
    validate: {
      current: (current) => (current ? null : `Enter the ${currentLabel.toLowerCase()}.`),
      next: (next, { current }) => {
        if (next.length < shortest) return `Use at least ${shortest} characters.`;
        return next === current ? "The new password must differ from the current one." : null;
      },
      again: (again, { next }) => (again === next ? null : "Passwords don't match."),
    },
  });

  async function submit({ current, next }: typeof form.values) {
    setBusy(true);
    try {
      await session.changePassword(current, next);
      form.reset();
      onDone?.();
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : undefined;
      const field = error?.details.some(({ path }) => path.includes("new_password")) ? "next" : "current";
      form.setFieldError(field, error?.details[0]?.message ?? error?.message ?? String(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="md">
        <PasswordInput label={currentLabel} autoComplete="current-password" {...form.getInputProps("current")} />
        <PasswordInput
          label="New password"
          description={`At least ${shortest} characters. A phrase of a few unrelated words works well.`}
          autoComplete="new-password"
          {...form.getInputProps("next")}
        />
        <PasswordInput label="Confirm new password" autoComplete="new-password" {...form.getInputProps("again")} />
        <Group>
          <Button type="submit" size="sm" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
