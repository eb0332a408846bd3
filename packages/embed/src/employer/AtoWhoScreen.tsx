import { saveAtoConnection } from "@embedded-super/contracts/field-rules"
import { useState } from "preact/hooks"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import { byRules, type TextAt } from "../parts/form.ts"
import { TextField } from "../parts/TextField.tsx"
import { BackToSettings, EmployerScreen } from "./EmployerScreen.tsx"
import type { EmployerView } from "./screens.ts"

const missing = (text: TextAt, ...pointers: ReadonlyArray<string>) =>
  pointers.filter((at) => text(at) === undefined).map((pointer) => ({ pointer, code: "required" }))

/** Who deals with the ATO: the employer, or its agent. */
export const AtoWhoScreen = ({ view: { ato_connection: connection } }: { readonly view: EmployerView }) => {
  const { common, employer } = useWords()
  const words = employer.ato
  const embed = useEmbed<EmployerView>()
  const [who, setWho] = useState<string | undefined>(connection.connected_by)
  const isAgent = who === "agent"
  const save = (text: TextAt) =>
    embed.save(
      (api, shown) =>
        api.PUT("/embed-api/v1/employer/ato-connection", {
          params: seen(shown),
          body: isAgent
            ? {
                connected_by: "agent",
                agent_number: text("/agent_number") ?? "",
                agent_abn: text("/agent_abn") ?? ""
              }
            : { connected_by: "employer" }
        }),
      "ato_connect"
    )
  return (
    <EmployerScreen id="ato_who" title={words.whoTitle}>
      <Form
        operation="saveAtoConnection"
        rules={byRules(saveAtoConnection)}
        submit={common.continue}
        check={(text) => missing(text, "/connected_by", ...(isAgent ? ["/agent_number", "/agent_abn"] : []))}
        onSubmit={save}
        beside={<BackToSettings />}
      >
        <p>{words.why}</p>
        <Choices
          at="/connected_by"
          legend={words.who}
          value={connection.connected_by}
          onChange={setWho}
          choices={[
            { value: "employer", label: words.me },
            { value: "agent", label: words.agent, hint: words.agentHint }
          ]}
        />
        {isAgent && (
          <>
            <TextField
              at="/agent_number"
              label={words.agentNumber}
              hint={words.agentNumberHint}
              value={connection.agent_number}
              inputMode="numeric"
              autocomplete="off"
              isShort
            />
            <TextField
              at="/agent_abn"
              label={words.agentAbn}
              value={connection.agent_abn}
              inputMode="numeric"
              autocomplete="off"
              isShort
            />
          </>
        )}
      </Form>
    </EmployerScreen>
  )
}
