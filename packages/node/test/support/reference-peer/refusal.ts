/** An error as the reference program answers it: `{ error, message }`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function invalid(message: string): Refusal {
  return new Refusal(400, "INVALID_PAYLOAD", message);
}
