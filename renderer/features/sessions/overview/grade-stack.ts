import { outcomeGrades, type OutcomeGrade } from '../words/outcome-text.ts';

export interface GradePart {
  grade: OutcomeGrade;
  y: number;
  height: number;
}

/** Calls by how they went as parts of one column that stands on `bottom`: what failed lowest, what was answered on top. */
export function gradeStack(grades: Readonly<Record<OutcomeGrade, number>>, perCall: number, bottom: number): GradePart[] {
  const parts: GradePart[] = [];
  let top = bottom;
  for (const grade of outcomeGrades.toReversed()) {
    const height = grades[grade] * perCall;
    if (height === 0) continue;
    top -= height;
    parts.push({ grade, y: top, height });
  }
  return parts;
}
