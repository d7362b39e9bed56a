#include <QCommandLineParser>
#include <QRegularExpression>
#include <QUrlQuery>
#include <algorithm>

#include "ui/inspector/inspector_link.h"
#include "ui/shell/capture.h"

namespace vitrine {
namespace {

constexpr const char* kWhere = "vitrine";
constexpr int kLargestSide = 8192;  // px; 256 MB of picture

QSize parseSize(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const QRegularExpressionMatch match = form.match(text);
    require(match.hasMatch(), kWhere, "--size is \"", text.toStdString(),
            "\", expected WIDTHxHEIGHT, for example 1280x800");
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    require(std::max(size.width(), size.height()) <= kLargestSide, kWhere, "--size is \"", text.toStdString(),
            "\", expected at most ", kLargestSide, " pixels a side");
    return size;
}

QString choice(const QString& option, const QString& value, const QStringList& allowed) {
    require(value.isEmpty() || allowed.contains(value), kWhere, "--", option.toStdString(), " is \"",
            value.toStdString(), "\", expected one of ", allowed.join(QStringLiteral(", ")).toStdString());
    return value;
}

int parseNumber(const QString& option, const QString& value) {
    bool fine = false;
    const int number = value.toInt(&fine);
    require(fine && number >= 0, kWhere, "--", option.toStdString(), " is \"", value.toStdString(),
            "\", expected a number from 0");
    return number;
}

std::pair<std::string, int> parseForce(const QString& text) {
    const qsizetype at = text.lastIndexOf(QLatin1Char('@'));
    require(at > 0, kWhere, "--force is \"", text.toStdString(),
            "\", expected WORD@STEP, for example like@1");
    return {text.left(at).toStdString(), parseNumber(QStringLiteral("force"), text.mid(at + 1))};
}

void declare(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        QStringLiteral("Vitrine: step through a translation by a working Transformer."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("A saved state (JSON) to open."),
                                 QStringLiteral("[FILE]"));
    const auto add = [&](const char* name, const char* what, const char* value) {
        parser.addOption({QString::fromLatin1(name), QString::fromLatin1(what), QString::fromLatin1(value)});
    };
    add("models", "The folder with models.", "FOLDER");
    add("model", "The model: a name in that folder, or a folder.", "NAME");
    add("text", "The sentence.", "TEXT");
    add("steps", "How many words are written before the one being chosen.", "N");
    add("force", "Put a word at a step (from 0); may be given again.", "WORD@STEP");
    add("lock",
        "Lock a cell of an attention: layer, head, query, key, from 0; \"encoder:\" or \"decoder:\" in "
        "front for self-attention. Or any place: \"decoder.1.cross.query?row=2&column=5\".",
        "L,H,Q,K");
    add("lang", "zh or en.", "LANG");
    add("theme", "light or dark.", "THEME");
    add("text-size", "small, medium, large or presentation.", "SIZE");
    add("view",
        "translate, or one view in the whole window: attention, branches, inspector, model_map, next_token.",
        "NAME");
    add("picture", "The picture of the attention view: matrix, lines or wall.", "NAME");
    add("stage", "The stage of its matrix: scores, scaled, masked, weights or values.", "NAME");
    add("capture", "Render the window into a PNG file and exit.", "FILE.png");
    add("size", "The size of the capture.", "WxH");
    parser.addOption(
        {QStringLiteral("words"), QStringLiteral("Merge pieces of words in the attention view.")});
    parser.addOption({QStringLiteral("draws"), QStringLiteral("Draw the next word 1000 times.")});
    parser.addOption({QStringLiteral("present"), QStringLiteral("Start in presentation mode.")});
}

/// locusOf() passes over what it does not know; a person who typed it wants to hear that.
void checkPlaceNumbers(const QUrlQuery& query) {
    static const QStringList numbers{"head", "row", "column", "token", "parameterRow", "parameterColumn"};
    for (const auto& [key, value] : query.queryItems()) {
        if (key == QLatin1String("parameter")) continue;
        require(numbers.contains(key), kWhere, "--lock names \"", key.toStdString(), "\", expected one of ",
                numbers.join(QStringLiteral(", ")).toStdString(), ", parameter");
        bool fine = false;
        const int number = value.toInt(&fine);
        require(fine && number >= 0, kWhere, "--lock says ", key.toStdString(), "=", value.toStdString(),
                ", expected a number from 0");
    }
}

}  // namespace

QStringList pageViews() {
    return {"translate", "attention", "branches", "inspector", "model_map", "next_token"};
}

StartOptions parseOptions(const QStringList& arguments, QString& help) {
    QCommandLineParser parser;
    declare(parser);
    const bool understood = parser.parse(arguments);  // before errorText(), which it fills
    require(understood, kWhere, parser.errorText().toStdString(), " Try --help.");
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("help-all")))
        help = parser.helpText();
    if (parser.isSet(QStringLiteral("version")))
        help = QStringLiteral("vitrine ") + QCoreApplication::applicationVersion() + QLatin1Char('\n');
    const auto value = [&](const char* name) { return parser.value(QString::fromLatin1(name)); };

    StartOptions options;
    const QStringList files = parser.positionalArguments();
    require(files.size() <= 1, kWhere, files.size(), " files were given, expected at most one");
    options.file = files.value(0);
    options.models = value("models");
    options.model = value("model");
    options.text = value("text");
    options.capture = value("capture");
    if (parser.isSet(QStringLiteral("capture")))
        require(options.capture.endsWith(QLatin1String(".png"), Qt::CaseInsensitive), kWhere,
                "--capture is \"", options.capture.toStdString(), "\", expected a name that ends in .png");
    options.view = choice(QStringLiteral("view"), value("view"), pageViews());
    options.lock = value("lock");
    options.picture = choice(QStringLiteral("picture"), value("picture"), {"matrix", "lines", "wall"});
    options.stage =
        choice(QStringLiteral("stage"), value("stage"), {"scores", "scaled", "masked", "weights", "values"});
    options.words = parser.isSet(QStringLiteral("words"));
    options.draws = parser.isSet(QStringLiteral("draws"));
    options.present = parser.isSet(QStringLiteral("present"));
    options.language = choice(QStringLiteral("lang"), value("lang"), {"zh", "en"});
    options.theme = choice(QStringLiteral("theme"), value("theme"), {"light", "dark"});
    options.textSize =
        choice(QStringLiteral("text-size"), value("text-size"), {"small", "medium", "large", "presentation"});
    if (parser.isSet(QStringLiteral("size"))) options.size = parseSize(value("size"));
    if (parser.isSet(QStringLiteral("steps")))
        options.steps = parseNumber(QStringLiteral("steps"), value("steps"));
    for (const QString& word : parser.values(QStringLiteral("force")))
        options.forced.push_back(parseForce(word));
    if (!options.lock.isEmpty()) parseLock(options.lock);
    return options;
}

Locus parseLock(const QString& text) {
    if (text.contains(QLatin1Char('?'))) {
        const QUrl link(QStringLiteral("locus:") + text);
        const std::optional<Locus> place = locusOf(link);
        require(place.has_value(), kWhere, "--lock is \"", text.toStdString(),
                "\", expected SITE?row=N, for example decoder.1.cross.query?row=2&column=5");
        checkPlaceNumbers(QUrlQuery(link));
        return *place;
    }
    static const QRegularExpression form(
        QStringLiteral("^(?:(encoder|decoder|cross):)?(\\d{1,3}),(\\d{1,3}),(\\d{1,4}),(\\d{1,4})$"));
    const QRegularExpressionMatch match = form.match(text);
    require(match.hasMatch(), kWhere, "--lock is \"", text.toStdString(),
            "\", expected LAYER,HEAD,QUERY,KEY, for example 1,0,2,3");
    const QString kind = match.captured(1);
    Locus locus;
    locus.site.stack = kind == QLatin1String("encoder") ? Stack::Encoder : Stack::Decoder;
    locus.site.part =
        kind.isEmpty() || kind == QLatin1String("cross") ? Part::CrossAttention : Part::SelfAttention;
    locus.site.layer = static_cast<std::int16_t>(match.captured(2).toInt());
    locus.head = match.captured(3).toInt();
    locus.row = match.captured(4).toInt();
    locus.column = match.captured(5).toInt();
    return locus;
}

}  // namespace vitrine
