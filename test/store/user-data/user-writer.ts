import { silentLogger } from '../../../main/core/logger.ts';
import { UserData } from '../../../main/store/user-data/user-data.ts';
import { scopeFromText } from '../../../main/store/user-data/scope-text.ts';

/** A process of its own that writes: `user-writer.ts FILE NAME COUNT`. */
const [path, name, count] = process.argv.slice(2) as [string, string, string];
using userData = UserData.open(path, silentLogger);
const scope = scopeFromText('{}');
for (let number = 0; number < Number(count); number += 1) {
  userData.history((history) => history.add({ query: `${name} ${number}`, scope, total: number }));
  userData.cases((cases) => cases.save({ query: `${name} ${number}`, scope, wanted: [], note: '' }));
}
