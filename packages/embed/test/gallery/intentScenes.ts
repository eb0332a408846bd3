import { example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"
import {
  changed,
  check,
  fill,
  press,
  pressWrongly,
  scenesOf,
  shows,
  showsHeading,
  type Step,
  steps
} from "./steps.ts"

type View = Schemas["EmbedIntentAnswer"]

const opened = example<object>("openEmbed", "intent", 201)
const prefilled = example<View>("getIntent", "opened")
const starting = example<View>("getIntent", "starting")
const atJob = example<View>("saveIntentPerson", "saved")
const atRequests = example<View>("saveIntentJob", "saved")
const atReview = example<View>("saveIntentRequests", "saved")
const complete = example<View>("confirmIntent", "complete")

const drafted = changed(starting, ({ data }) => {
  data.drafts = { person: { given_name: "Niamh", email: "niamh@exam" } }
})

const ended = (view: View, status: "cancelled" | "expired") =>
  changed(view, ({ data }) => {
    data.status = status
    data.current_step = "finished"
  })

const invalid = (...errors: ReadonlyArray<readonly [pointer: string, code: string]>) => ({
  status: 422,
  code: "validation_failed",
  errors: errors.map(([pointer, code]) => ({ in: "body", pointer: `#${pointer}`, code, detail: "-" }))
})

const at = (view: View, more: Scene["answers"] = {}): Scene["answers"] => ({
  "POST /embed-sessions": opened,
  "GET /intent": view,
  "PATCH /intent/drafts/person": example<object>("draftIntentPerson", "saved"),
  "PATCH /intent/drafts/job": example<object>("draftIntentJob", "saved"),
  ...more
})

/** Answers what the screen about the job asks for, but does not send it. */
const fillJob = (year: string): Step =>
  steps(fill("Day", "1"), fill("Month", "12"), fill("Year", year), check("Casual"), (page) =>
    page.getByLabel("How often you pay them").selectOption("weekly")
  )

const send = "Send to Wattle Payroll"

const scene = scenesOf("intent", "intent-")

/** Without the choice of a workflow: it is shown where there are several, and the contract has one so far. */
export const intentScenes: ReadonlyArray<Scene> = [
  scene("blocked", at(example<View>("getIntent", "blocked"))),
  scene("who", at(starting)),
  scene("who-number-fixed", at(prefilled)),
  scene("who-missing", at(starting), pressWrongly("Continue")),
  scene(
    "who-refused",
    at(starting, {
      "PUT /intent/person": invalid(
        ["/given_name", "invalid_name"],
        ["/email", "invalid_format"],
        ["/phone_number", "invalid_phone_number"]
      )
    }),
    steps(
      (page) => page.getByRole("textbox", { name: "Given name" }).fill("Niamh 2"),
      fill("Family name", "O'Connor"),
      fill("Email", "niamh"),
      fill("Mobile", "12"),
      pressWrongly("Continue")
    )
  ),
  scene("who-draft", at(drafted)),
  scene("who-changed", at(atReview), press("Change Person")),
  scene("job", at(atJob)),
  scene("job-missing", at(atJob), pressWrongly("Continue")),
  scene(
    "job-refused",
    at(atJob, { "PUT /intent/job": invalid(["/start_date", "employment_start_date_out_of_range"]) }),
    steps(fillJob("2036"), pressWrongly("Continue"))
  ),
  scene(
    "who-one-name",
    at(starting),
    steps(check("They have only one name"), (page) => page.getByLabel("Their name").waitFor())
  ),
  scene("review", at(atReview)),
  scene(
    "review-sent",
    at(atRequests, { "PUT /intent/requests": atReview, "POST /intent/confirmation": complete }),
    steps(press(send), showsHeading("Done"))
  ),
  scene(
    "review-refused",
    at(atReview, {
      "POST /intent/confirmation": invalid(["/person/email", "required"], ["/job/pay_basis", "required"])
    }),
    pressWrongly(send)
  ),
  scene(
    "review-not-configured",
    at(atReview, { "POST /intent/confirmation": { status: 409, code: "employer_not_configured" } }),
    steps(press(send), shows("Choose a default fund first. Then"))
  ),
  scene("done", at(complete)),
  scene("cancelled", at(ended(prefilled, "cancelled"))),
  scene(
    "cancelled-while-open",
    at(atJob, {
      "PUT /intent/job": { status: 412, code: "view_changed", view: ended(atJob, "cancelled").data }
    }),
    steps(fillJob("2026"), press("Continue"), showsHeading("This form is closed"))
  ),
  scene("expired", at(ended(prefilled, "expired")))
]
