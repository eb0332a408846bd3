import { each, type Sentences } from "../../en/errors/index.ts"

const name = (which: string) => ({
  ...each(`请输入${which}`),
  too_long: "请输入较短的姓名",
  name_too_long: "请输入较短的姓名",
  invalid_format: "姓名不能包含数字或符号",
  invalid_name: "姓名不能包含数字或符号",
  empty_name: `请输入${which}`
})

const family = name("姓")
const email = { ...each("请输入邮箱，例如 name@example.com"), required: "请输入邮箱" }
const date = {
  ...each("请输入真实的日期，例如 1 12 2026"),
  required: "请输入入职日期",
  employment_start_date_out_of_range: "请输入过去五年至未来一年之间的日期"
}
const basis = each("请选择工作类型")
const frequency = each("请选择发薪频率")

/** Mistakes in the intent embed, in Chinese. */
export const intent: Sentences = {
  "/given_name": name("名"),
  "/family_name": family,
  "/person/family_name": family,
  "/email": { ...email, too_long: "该邮箱太长" },
  "/person/email": email,
  "/phone_number": {
    ...each("请输入手机号码，例如 0491 570 006"),
    invalid_phone_number: "请输入手机号码，例如 0491 570 006"
  },
  "/remote_id": {
    ...each("请检查此编号，或留空"),
    too_long: "最多输入 255 个字符",
    not_allowed: "由您的薪资系统设置，不能在此更改。"
  },
  "/start_date": date,
  "/job/start_date": date,
  "/pay_basis": basis,
  "/job/pay_basis": basis,
  "/pay_frequency": frequency,
  "/job/pay_frequency": frequency,
  "/job_title": { ...each("请检查职位，或留空"), too_long: "请输入较短的职位" },
  "/workflow_slug": each("请选择询问内容")
}
