import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"

/** An ABN as people read it: 60 905 115 063. */
export const shownAbn = (abn: string): string => abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4")

/** The facts by which a person recognises a fund. */
export const FundFacts = ({
  product,
  employerNumber
}: {
  readonly product: Schemas["EmbedFundProduct"]
  readonly employerNumber?: string | undefined
}) => {
  const { fund } = useWords().common
  return (
    <dl class="facts">
      <dt>{fund.product}</dt>
      <dd>{product.name}</dd>
      <dt>{fund.abn}</dt>
      <dd>{shownAbn(product.abn)}</dd>
      {employerNumber !== undefined && (
        <>
          <dt>{fund.number}</dt>
          <dd>{employerNumber}</dd>
        </>
      )}
    </dl>
  )
}
