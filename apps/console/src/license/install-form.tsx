import { Alert, Button, FileButton, Group, Stack, Textarea } from "@mantine/core";
import { ApiError, license as operations } from "@opsplane/contract";
import { IconFileUpload } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useDrop } from "../ui/attachments/incoming-files.ts";
import { TraceId } from "../ui/trace-id.tsx";
import classes from "./license.module.css";

// TypeBox drops the options of a schema from its type; the value has them.
const maxLength = Number(Reflect.get(operations.upload.body.properties.license, "maxLength"));

interface InstallFormProps {
  /** Fails when the server refuses the license. */
  onInstall: (license: string) => Promise<unknown>;
}

/** Installs a license that is pasted, chosen as a file, or dropped. */
export function InstallForm({ onInstall }: InstallFormProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<ApiError>();
  const [busy, setBusy] = useState(false);

  const enter = (next: string, found?: string) => {
    setText(next);
    setProblem(found);
    setRefusal(undefined);
  };
  const read = async ([file]: File[]) => {
    if (!file) return;
    if (file.size > maxLength) return enter("", `${file.name} is too large to be a license.`);
    enter((await file.text()).trim());
  };
  const { over, handlers } = useDrop((files) => void read(files));

  async function submit(event: FormEvent) {
    event.preventDefault();
    // Mail programs break long lines, and a license has no spaces.
    const license = text.replace(/\s+/g, "");
    if (license === "") return enter("", "Paste a license or choose a file.");
    setBusy(true);
    setRefusal(undefined);
    try {
      await onInstall(license);
      enter("");
    } catch (cause) {
      setRefusal(cause instanceof ApiError ? cause : new ApiError(0, "ERROR", String(cause), ""));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.drop} data-over={over || undefined} onSubmit={submit} noValidate {...handlers}>
      <Stack gap="sm">
        <Textarea
          label="License"
          description="Paste the license, or drop its file here. It is stored encrypted and never shown again."
          placeholder="eyJhbGciOiJSUzI1NiIs…"
          rows={4}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: "mono" }}
          value={text}
          error={problem}
          onChange={(event) => enter(event.currentTarget.value)}
        />
        {refusal ? <Refusal error={refusal} /> : null}
        <Group gap="sm">
          <Button type="submit" size="sm" loading={busy}>
            Install license
          </Button>
          <FileButton onChange={(file) => void read(file ? [file] : [])} inputProps={{ "aria-label": "License file" }}>
            {(button) => (
              <Button {...button} size="sm" variant="default" leftSection={<IconFileUpload size={15} />}>
                Choose file
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    </form>
  );
}

/** The server says what is wrong with the license in the first detail. */
function Refusal({ error }: { error: ApiError }) {
  const [detail] = error.details;
  return (
    <Alert color="red" variant="light" p="sm" role="alert">
      {detail ? `The license ${detail.message}` : error.message}
      <TraceId id={error.traceId} />
    </Alert>
  );
}
