/** Words that carry no information in a question; left out unless nothing else is there. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any anyone are as at be been being but by can cannot could did do does doesn doing don done for from get gets getting go
  had has have having he her here hi his how i if in into is isn it its itself just let like make makes may me might more most much must my need needs no not now of off on
  one only or other our out over please re s should so some such t than that the their them then there these they this those through to too up us use used
  using very via want wants was we well were what when where which while who why will with without won would you your`.split(
    /\s+/,
  ),
);
