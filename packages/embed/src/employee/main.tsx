/**
 * The employee embed: who the employee is, the tax file number, the super fund. `screens.ts` says which screen a view shows;
 * each screen is a file here.
 */
import { useRef, useState } from "preact/hooks"
import { useEmbed, useStateOf } from "../frame/context.ts"
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/Frame.tsx"
// The build takes those of the page's language.
import { employeeWords } from "../texts/en/index.ts"
import { CodeScreen } from "./CodeScreen.tsx"
import { ContactScreen } from "./ContactScreen.tsx"
import { DisclaimerScreen, WelcomeScreen } from "./WelcomeScreen.tsx"
import { DoneScreen } from "./DoneScreen.tsx"
import { FundChoiceScreen } from "./FundChoiceScreen.tsx"
import { EmployerDefaultScreen } from "./EmployerDefaultScreen.tsx"
import { EndedScreen, WaitingScreen } from "./WaitingScreen.tsx"
import { ExistingScreen } from "./ExistingScreen.tsx"
import { IdentityScreen } from "./IdentityScreen.tsx"
import { JoinScreen } from "./JoinScreen.tsx"
import { messagesOf, type EmployeeView, isAboutFunds, screenOf } from "./screens.ts"
import { PhoneScreen } from "./PhoneScreen.tsx"
import { ReviewScreen } from "./ReviewScreen.tsx"
import { SelfManagedScreen } from "./SelfManagedScreen.tsx"
import { TaxScreen } from "./TaxScreen.tsx"
import { useFundChoices, useShown } from "./useFundChoices.ts"

/** The name of a fund that was chosen, and that a later answer ruled out. */
const useLostFund = ({ collected }: EmployeeView): string | undefined => {
  const last = useRef<string | undefined>(undefined)
  const chosen = collected.super_selection
  if (chosen !== undefined) last.current = chosen.fund_product?.fund_name
  return chosen === undefined ? last.current : undefined
}

const EmployeeApp = ({ view }: { readonly view: EmployeeView }) => {
  const embed = useEmbed<EmployeeView>()
  const { place } = useStateOf(embed)
  const screen = screenOf(view, place)
  const funds = useFundChoices(view, isAboutFunds(screen))
  const lost = useLostFund(view)
  const [typed, setTyped] = useState<string>()
  const { verification } = view
  useShown(funds, screen)
  if (isAboutFunds(screen)) {
    if (screen === "super_selection" || funds.is !== "known")
      return <FundChoiceScreen view={view} funds={funds} lost={lost} />
    const { choices } = funds
    if (screen === "existing") return <ExistingScreen view={view} choices={choices} />
    if (screen === "join") return <JoinScreen view={view} choices={choices} />
    if (screen === "smsf") return <SelfManagedScreen view={view} choices={choices} />
    return <EmployerDefaultScreen view={view} choices={choices} />
  }
  switch (screen) {
    case "welcome":
      return <WelcomeScreen view={view} />
    case "code":
    case "phone_verification":
      if (screen === "phone_verification" || verification === undefined)
        return <PhoneScreen view={view} typed={setTyped} />
      return (
        <CodeScreen view={view} verification={verification} phone={view.prefilled.phone_number ?? typed} />
      )
    case "identity":
      return <IdentityScreen view={view} />
    case "contact":
      return <ContactScreen view={view} />
    case "tax":
      return <TaxScreen view={view} />
    case "super_disclaimer":
      return <DisclaimerScreen view={view} />
    case "review":
      return <ReviewScreen view={view} />
    case "waiting":
      return <WaitingScreen view={view} />
    case "done":
      return <DoneScreen view={view} />
    default:
      return <EndedScreen view={view} />
  }
}

const embed = makeEmbed<EmployeeView>({
  app: "onboarding",
  viewIn: (view) => ("collected" in view ? view : undefined),
  fetchView: (api, params) => api.GET("/embed-api/v1/onboarding", { params: { ...params } }),
  viewChanged: (host, view, before) => {
    for (const { data, kind } of messagesOf(view, before)) host.post(kind, data)
  }
})

void mount(embed, (view) => <EmployeeApp view={view} />, employeeWords)
