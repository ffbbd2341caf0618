import { Anchor, Button, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type BillingPeriod, type Offer, signupPlans } from "@opsplane/contract/control-plane";
import { useMutation } from "@tanstack/react-query";
import { SignInFrame } from "../../sign-in/index.ts";
import { FormProblem } from "../../ui/form-problem.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { usePortalApi } from "../api.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { useOffer } from "./queries.ts";
import { isSlug, slugOf } from "./slug.ts";

type SignupPlan = (typeof signupPlans)[number];

/** Anyone creates an account for their organization here. */
export function SignUpPage() {
  const offer = useOffer();
  return (
    <SignInFrame wide title="Create an account" lead="Choose a plan. An email with a link confirms your address.">
      <QueryFace query={offer}>{(loaded) => <SignUpForm offer={loaded} />}</QueryFace>
      <Text size="xs" c="dimmed" mt="lg">
        You have an account?{" "}
        <Anchor href="/" size="xs" underline="always">
          Sign in
        </Anchor>
      </Text>
    </SignInFrame>
  );
}

interface Draft {
  organization: string;
  tenant_id: string;
  plan_id: SignupPlan;
  billing_period: BillingPeriod;
  name: string;
  email: string;
}

const blank: Draft = {
  organization: "",
  tenant_id: "",
  plan_id: "midsize",
  billing_period: "monthly",
  name: "",
  email: "",
};

function SignUpForm({ offer }: { offer: Offer }) {
  const api = usePortalApi();
  const signUp = useMutation({ mutationFn: (body: Draft) => api.signup.create({ body }) });
  const form = useForm<Draft>({
    initialValues: blank,
    validate: {
      organization: (name) => (name.trim() ? null : "Enter the name of your organization."),
      tenant_id: (id) => (isSlug(id) ? null : "Use lowercase letters, digits and dashes, and begin with a letter."),
      name: (name) => (name.trim() ? null : "Enter your name."),
      email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter an email address."),
    },
  });
  const { organization, tenant_id, plan_id, billing_period } = form.values;
  if (signUp.data) {
    return (
      <Text role="status">
        Check your mail. We sent a link to <b>{signUp.data.email}</b>. It is valid for 24 hours and works once.
      </Text>
    );
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((draft) =>
        signUp.mutate({
          ...draft,
          organization: draft.organization.trim(),
          name: draft.name.trim(),
          email: draft.email.trim(),
        }),
      )}
    >
      <Stack gap="md">
        <PlanCards
          plans={offer.plans.filter(({ signup }) => signup)}
          plan={plan_id}
          period={billing_period}
          onPlan={(plan) => {
            const chosen = signupPlans.find((each) => each === plan);
            if (chosen) form.setFieldValue("plan_id", chosen);
          }}
          onPeriod={(period) => form.setFieldValue("billing_period", period)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            label="Organization"
            autoComplete="organization"
            maxLength={200}
            {...form.getInputProps("organization")}
            onChange={(event) => {
              const name = event.currentTarget.value;
              // The id follows the name until the person writes another one.
              if (tenant_id === slugOf(organization)) form.setFieldValue("tenant_id", slugOf(name));
              form.setFieldValue("organization", name);
            }}
          />
          <TextInput
            label="Organization ID"
            description="Part of addresses and licenses. It cannot be changed later."
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={63}
            {...form.getInputProps("tenant_id")}
          />
          <TextInput label="Your name" autoComplete="name" maxLength={200} {...form.getInputProps("name")} />
          <TextInput
            label="Work email"
            type="email"
            autoComplete="email"
            maxLength={254}
            {...form.getInputProps("email")}
          />
        </SimpleGrid>
        <FormProblem error={signUp.error} />
        <Button type="submit" size="sm" loading={signUp.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}
