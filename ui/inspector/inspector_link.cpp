#include "ui/inspector/inspector_link.h"

#include <QUrlQuery>

#include "engine/core/error.h"

namespace vitrine {

QUrl linkTo(const Locus& locus) {
    QUrlQuery query;
    const auto add = [&](const char* name, int value) {
        if (value >= 0) query.addQueryItem(QString::fromLatin1(name), QString::number(value));
    };
    add("head", locus.head);
    add("row", locus.row);
    add("column", locus.column);
    add("token", locus.token.value);
    if (locus.parameter.there()) {
        query.addQueryItem(QStringLiteral("parameter"), QString::fromStdString(locus.parameter.name));
        add("parameterRow", locus.parameter.row);
        add("parameterColumn", locus.parameter.column);
    }
    QUrl url;
    url.setScheme(QStringLiteral("locus"));
    url.setPath(QString::fromStdString(siteName(locus.site)));
    url.setQuery(query);
    return url;
}

std::optional<Locus> locusOf(const QUrl& link) {
    if (link.scheme() != QLatin1String("locus")) return std::nullopt;
    Locus locus;
    try {
        locus.site = parseSite(link.path().toStdString());
    } catch (const Error&) {
        return std::nullopt;
    }
    const QUrlQuery query(link);
    const auto get = [&](const char* name) {
        bool number = false;
        const int value = query.queryItemValue(QString::fromLatin1(name)).toInt(&number);
        return number ? value : -1;
    };
    locus.head = get("head");
    locus.row = get("row");
    locus.column = get("column");
    locus.token = TokenId(get("token"));
    locus.parameter.name = query.queryItemValue(QStringLiteral("parameter")).toStdString();
    if (locus.parameter.there()) {
        locus.parameter.row = get("parameterRow");
        locus.parameter.column = get("parameterColumn");
    }
    return locus;
}

}  // namespace vitrine
