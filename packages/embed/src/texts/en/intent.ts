import type { components } from "@embedded-super/contracts/types/embed-api"

type Schemas = components["schemas"]

/** The texts of the intent embed. */
export const intent = {
  steps: { who: "Person", job: "Job", ask: "What to ask", review: "Check" },
  fields: {
    given_name: "Given name",
    family_name: "Family name",
    email: "Email",
    phone_number: "Mobile",
    remote_id: "Staff number",
    start_date: "Start date",
    pay_basis: "Type of work",
    pay_frequency: "How often you pay them",
    job_title: "Job title"
  },
  blocked: {
    title: "Choose a default fund first",
    text: "Then you can add staff.",
    elsewhere: (partner: string) => `You'll find super settings in ${partner}.`,
    open: "Open super settings"
  },
  who: {
    title: "Who is starting?",
    hint: "We'll ask them for the rest.",
    single: "They have only one name",
    singleName: "Their name",
    emailHint: "Their own email, not one at work.",
    numberHint: (partner: string) => `Their number in ${partner}, if they have one.`,
    fixed: (partner: string) => `${partner} set this.`
  },
  job: {
    title: "About the job",
    dateHint: "For example, 1 12 2026",
    chooseFrequency: "Choose how often"
  },
  bases: {
    full_time: "Full-time",
    part_time: "Part-time",
    casual: "Casual",
    labour_hire: "Labour hire"
  } satisfies Record<Schemas["PayBasis"], string>,
  frequencies: {
    weekly: "Every week",
    fortnightly: "Every 2 weeks",
    four_weekly: "Every 4 weeks",
    twice_monthly: "Twice a month",
    monthly: "Every month",
    quarterly: "Every 3 months",
    irregular: "Not on set days"
  } satisfies Record<Schemas["PayFrequency"], string>,
  ask: {
    title: "What should we ask them?",
    legend: "We ask for",
    workflows: {
      standard_onboarding: {
        label: "Everything for a new job",
        hint: "Who they are, where they live, their tax and their super."
      }
    } satisfies Record<Schemas["WorkflowSlug"], { readonly label: string; readonly hint: string }>
  },
  review: {
    title: "Check and send",
    asked: "We'll ask them who they are, where they live, and where their super goes.",
    noTfn: "We don't ask you for their tax file number. They give it themselves.",
    send: (partner: string) => `Send to ${partner}`
  },
  done: {
    title: "Done",
    text: (partner: string, name: string) => `${partner} will invite ${name}.`,
    next: "They fill in the rest on their phone. You don't need to do anything."
  },
  ended: {
    title: "This form is closed",
    cancelled: (partner: string) => `It was stopped in ${partner}.`,
    expired: (day: string) => `It closed on ${day}.`,
    help: (partner: string) => `To add this person, start again in ${partner}.`
  }
}
