import type { Page } from "playwright-core"
import { example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"

type View = Schemas["EmbedIntentAnswer"]

const opened = example<object>("openEmbed", "intent", 201)
const prefilled = example<View>("getIntent", "opened")
const starting = example<View>("getIntent", "starting")
const atJob = example<View>("saveIntentPerson", "saved")
const atRequests = example<View>("saveIntentJob", "saved")
const atReview = example<View>("saveIntentRequests", "saved")
const complete = example<View>("confirmIntent", "complete")

/** A view with other members. */
const altered = (view: View, change: (view: View["data"]) => void): View => {
  const copy = structuredClone(view)
  change(copy.data)
  return copy
}

const invalid = (...errors: ReadonlyArray<readonly [pointer: string, code: string]>) => ({
  status: 422,
  code: "validation_failed",
  errors: errors.map(([pointer, code]) => ({ in: "body", pointer: `#${pointer}`, code, detail: "-" }))
})

const scene = (name: string, view: View, more: Partial<Scene> = {}): Scene => ({
  name: `intent-${name}`,
  app: "intent",
  ...more,
  answers: {
    "POST /embed-sessions": opened,
    "GET /intent": view,
    "PATCH /intent/drafts/person": example<object>("draftIntentPerson", "saved"),
    "PATCH /intent/drafts/job": example<object>("draftIntentJob", "saved"),
    ...more.answers
  }
})

/** Answers what the screen about the job asks for, and sends it. */
const fillJob = async (page: Page, year: string): Promise<void> => {
  await page.getByLabel("Day").fill("1")
  await page.getByLabel("Month").fill("12")
  await page.getByLabel("Year").fill(year)
  await page.getByLabel("Casual").check()
  await page.getByLabel("How often you pay them").selectOption("weekly")
  await page.getByRole("button", { name: "Continue" }).click()
}

/** Without the choice of a workflow: it is shown where there are several, and the contract has one so far. */
export const intentScenes: ReadonlyArray<Scene> = [
  scene("blocked", example<View>("getIntent", "blocked")),
  scene("who", starting),
  scene("who-number-fixed", prefilled),
  scene("who-missing", starting, {
    steps: async (page) => {
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("alert").waitFor()
    }
  }),
  scene("who-refused", starting, {
    answers: {
      "PUT /intent/person": invalid(
        ["/given_name", "invalid_name"],
        ["/email", "invalid_format"],
        ["/phone_number", "invalid_phone_number"]
      )
    },
    steps: async (page) => {
      await page.getByRole("textbox", { name: "Given name" }).fill("Niamh 2")
      await page.getByLabel("Family name").fill("O'Connor")
      await page.getByLabel("Email").fill("niamh")
      await page.getByLabel("Mobile").fill("12")
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("alert").waitFor()
    }
  }),
  scene(
    "who-draft",
    altered(starting, (view) => {
      view.drafts = { person: { given_name: "Niamh", email: "niamh@exam" } }
    })
  ),
  scene("who-changed", atReview, {
    steps: (page) => page.getByRole("button", { name: "Change Person" }).click()
  }),
  scene("job", atJob),
  scene("job-missing", atJob, {
    steps: async (page) => {
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("alert").waitFor()
    }
  }),
  scene("job-refused", atJob, {
    answers: { "PUT /intent/job": invalid(["/start_date", "employment_start_date_out_of_range"]) },
    steps: async (page) => {
      await fillJob(page, "2036")
      await page.getByRole("alert").waitFor()
    }
  }),
  scene("who-one-name", starting, {
    steps: async (page) => {
      await page.getByLabel("They have only one name").check()
      await page.getByLabel("Their name").waitFor()
    }
  }),
  scene("review", atReview),
  scene("review-sent", atRequests, {
    answers: { "PUT /intent/requests": atReview, "POST /intent/confirmation": complete },
    steps: async (page) => {
      await page.getByRole("button", { name: "Send to Wattle Payroll" }).click()
      await page.getByRole("heading", { name: "Done" }).waitFor()
    }
  }),
  scene("review-refused", atReview, {
    answers: {
      "POST /intent/confirmation": invalid(["/person/email", "required"], ["/job/pay_basis", "required"])
    },
    steps: async (page) => {
      await page.getByRole("button", { name: "Send to Wattle Payroll" }).click()
      await page.getByRole("alert").waitFor()
    }
  }),
  scene("review-not-configured", atReview, {
    answers: { "POST /intent/confirmation": { status: 409, code: "employer_not_configured" } },
    steps: async (page) => {
      await page.getByRole("button", { name: "Send to Wattle Payroll" }).click()
      await page.getByText("Choose a default fund first. Then").waitFor()
    }
  }),
  scene("done", complete),
  scene(
    "cancelled",
    altered(prefilled, (view) => {
      view.status = "cancelled"
      view.current_step = "finished"
    })
  ),
  scene("cancelled-while-open", atJob, {
    answers: {
      "PUT /intent/job": {
        status: 412,
        code: "view_changed",
        view: altered(atJob, (view) => {
          view.status = "cancelled"
          view.current_step = "finished"
        }).data
      }
    },
    steps: async (page) => {
      await fillJob(page, "2026")
      await page.getByRole("heading", { name: "This form is closed" }).waitFor()
    }
  }),
  scene(
    "expired",
    altered(prefilled, (view) => {
      view.status = "expired"
      view.current_step = "finished"
    })
  )
]
