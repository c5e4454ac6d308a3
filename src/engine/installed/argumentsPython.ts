/** Python that takes what was passed to the classes of calls (`asked`), beside `importing` and, for a notebook, `running`. */
export const asking = `
import enum
import inspect
import platform


def plain(value, depth=0):
    if depth > 60:
        raise TypeError("nested too deeply")
    if isinstance(value, enum.Enum) and isinstance(value, (str, int)):
        return plain(value.value, depth + 1)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, (list, tuple)):
        return [plain(each, depth + 1) for each in value]
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a key that is not text")
        return {str.__str__(key): plain(each, depth + 1) for key, each in value.items()}
    if isinstance(value, type):
        if issubclass(value, enum.Enum):
            return {"name": value.__name__, "members": {each.name: plain(each.value, depth + 1) for each in value}}
        if hasattr(value, "model_json_schema"):
            return {"class_name": value.__name__, "content_schema": value.model_json_schema()}
    # Parts of the frameworks' own: their fields are those of the definition.
    if type(value).__name__ in ("TaggedContent", "ResponseSchema"):
        return {key: plain(each, depth + 1) for key, each in vars(value).items()}
    raise TypeError(f"a {type(value).__name__}")


def told(first, owner, args, kwargs):
    try:
        bound = inspect.signature(first).bind(owner, *args, **kwargs)
        given = list(bound.arguments.items())[1:]
        kinds = bound.signature.parameters
    except (TypeError, ValueError):
        given, kinds = list(kwargs.items()), {}
    found = {}
    for name, value in given:
        kind = kinds[name].kind if name in kinds else None
        pairs = value.items() if kind is inspect.Parameter.VAR_KEYWORD else [(name, value)]
        for key, each in pairs:
            try:
                found[key] = json.dumps(plain(each), ensure_ascii=False, allow_nan=False)
            except Exception:
                found[key] = None
    return found


def asked(calls, cells):
    made, ends, found = [], [], []
    # A framework may stand beside the file.
    module_name()
    owners = {}
    for call in calls:
        key = (call["class"], *call["modules"])
        if key not in owners:
            owners[key] = classes_of(call["modules"], call["class"])
            ends += [watched(each, made) for each in owners[key]]

    def made_for(call):
        classes = tuple(owners[(call["class"], *call["modules"])])
        own = [each for each in made if isinstance(each[0], classes)]
        return made_by(own, call["lines"], call["number"])

    main = sys.modules["__main__"]
    try:
        if cells is None:
            module = imported()
        else:
            module = ran(cells, lambda: all(made_for(call) for call in calls))
        for call in calls:
            one = made_for(call)
            try:
                if one is None:
                    value = under_name(module, call["name"])
                    one = next((each for each in made if each[0] is value), None)
                if one is None:
                    raise LookupError("it is not made when the file is imported")
                found.append({"arguments": told(one[2], one[0], one[3], one[4])})
            except Exception as error:
                found.append({"error": f"{type(error).__name__}: {error}"})
    finally:
        sys.modules["__main__"] = main
        for end in ends:
            end()
    return {"found": found, "python": platform.python_version(), "interpreter": sys.executable}
`;
