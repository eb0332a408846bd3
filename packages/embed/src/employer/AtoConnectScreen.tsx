import { useState } from "preact/hooks"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { CopyText } from "../parts/CopyText.tsx"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { Form } from "../parts/Form.tsx"
import { Notice } from "../parts/Notice.tsx"
import { shownAbn } from "../parts/FundFacts.tsx"
import { BackToSettings, EmployerScreen } from "./EmployerScreen.tsx"
import type { EmployerView } from "./screens.ts"

/** The values to enter in the ATO's Access Manager, and the check of the connection. */
export const AtoConnectScreen = ({ view }: { readonly view: EmployerView }) => {
  const words = useWords().employer.ato
  const embed = useEmbed<EmployerView>()
  const { access_manager_url, check_result, software_id, software_provider_abn, status } = view.ato_connection
  // A connection that lapsed was found missing before, so only a check made here is reported.
  const [isChecked, setIsChecked] = useState(false)
  const check = async () => {
    setIsChecked(
      await embed.save(
        (api, shown) => api.POST("/embed-api/v1/employer/ato-connection/checks", { params: seen(shown) }),
        "ato_connect"
      )
    )
  }
  if (status === "connected") {
    return (
      <EmployerScreen id="ato_connected" title={words.connectedTitle} showsSavedStep>
        <Notice kind="good">{words.connected}</Notice>
        <div class="actions">
          <button type="button" onClick={() => embed.go("automations")}>
            {words.next}
          </button>
          <BackToSettings />
        </div>
        <ChangeWho />
      </EmployerScreen>
    )
  }
  return (
    <EmployerScreen id="ato_connect" title={words.howTitle}>
      {status === "lapsed" && <Notice kind="warn">{words.lapsed}</Notice>}
      {check_result === "not_found" && (status !== "lapsed" || isChecked) && (
        <Notice kind="warn">{words.notFound}</Notice>
      )}
      {check_result === "error" && <Notice kind="warn">{words.noAnswer}</Notice>}
      <ol class="numbered">
        <li>
          {words.step1} <ExternalLink href={access_manager_url}>{words.accessManager}</ExternalLink>
        </li>
        <li>
          {words.step2}
          <dl class="facts">
            <dt>{words.providerAbn}</dt>
            <dd>
              <CopyText label={words.providerAbn} text={shownAbn(software_provider_abn ?? "")} />
            </dd>
            <dt>{words.softwareId}</dt>
            <dd>
              <CopyText label={words.softwareId} text={software_id ?? ""} />
            </dd>
          </dl>
        </li>
        <li>{words.step3}</li>
      </ol>
      <Form operation="checkAtoConnection" submit={words.check} onSubmit={check} beside={<BackToSettings />}>
        {null}
      </Form>
      <ChangeWho />
    </EmployerScreen>
  )
}

/** The way back for a person who named the wrong one, or has a new agent. */
const ChangeWho = () => {
  const words = useWords().employer.ato
  const embed = useEmbed()
  return (
    <p>
      <button type="button" class="link" onClick={() => embed.go("ato_who")}>
        {words.changeWho}
      </button>
    </p>
  )
}
