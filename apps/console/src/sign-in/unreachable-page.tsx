import { Button, Stack } from "@mantine/core";
import { useEffect } from "react";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Shown while the server does not answer at the start. */
export function UnreachablePage({ message, retry }: { message: string; retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, 4_000);
    return () => clearTimeout(timer);
  });
  return (
    <SignInFrame title="Can't reach the server" lead={`${message} Retrying automatically.`}>
      <Stack>
        <Button size="sm" onClick={retry}>
          Retry now
        </Button>
      </Stack>
    </SignInFrame>
  );
}
