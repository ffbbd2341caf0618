/** What counts as many. `npm run bench -- patterns fit` chooses them on all formats but one and scores that one. */
export interface Constants {
  /** Different words at a place that lines with a value there share. */
  readonly masked: number;
  /** Different words after `for`, `user` and the like, or that all look like names. */
  readonly named: number;
  /** Any different words. */
  readonly plain: number;
  /** A place with so many different words teaches that they are values. */
  readonly taught: number;
  /** Different words beside only one other word. */
  readonly alone: number;
}

export const constants: Constants = { masked: 2, named: 3, plain: 6, taught: 6, alone: 20 };
